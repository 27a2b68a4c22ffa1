/** One body for one operation. `about` names what its ids point at; `key` cells are shown in the table, mixtures are not. */
export type Body = { about: string; body: Record<string, unknown>; shown: boolean }

export const shown = (about: string, body: Body['body']): Body => ({ about, body, shown: true })
