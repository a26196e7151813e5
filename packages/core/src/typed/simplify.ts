/** The members of an intersection in one object, as editors show them. */
export type Simplify<Members> = { [Name in keyof Members]: Members[Name] };
