/** Whose record it is, as its screen and its paper name them. */
export type NamedStudent = { id: string; studentName: string; code: string | null; classRoomName: string }
