/** Merges an intersection into one object type, so that editors show its members. */
export type Simplify<Members> = { [Name in keyof Members]: Members[Name] };
