/** The rooms of a part, which are its folders, and the other rooms that each may use. */
export type Rooms = Readonly<Record<string, readonly string[]>>
