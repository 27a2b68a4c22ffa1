/** One body for one operation. `about` names the objects of its ids. `shown` bodies are in the table; mixtures are not. */
export type Body = { about: string; body: Record<string, unknown>; shown: boolean }

export const shown = (about: string, body: Body['body']): Body => ({ about, body, shown: true })
