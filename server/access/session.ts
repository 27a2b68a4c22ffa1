import type { SessionRow } from './authorise.queries.ts'
import type { RightsRow } from './caller.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long a session lives, in milliseconds: without use (`idle`) and in total (`absolute`). */
export type Life = { idle: number; absolute: number }

/** The shortest lifetime that applies to a person with these rights (api.md §2.2). */
export function lifeOf(rights: Pick<RightsRow, 'isPlatform' | 'isManager'>, sharedComputer: boolean): Life {
  const life = ownLife(rights)
  return sharedComputer ? { ...life, idle: Math.min(life.idle, 15 * minute) } : life
}

function ownLife({ isPlatform, isManager }: Pick<RightsRow, 'isPlatform' | 'isManager'>): Life {
  if (isPlatform) return { idle: 30 * minute, absolute: 8 * hour }
  return isManager ? { idle: 12 * hour, absolute: 7 * day } : { idle: 7 * day, absolute: 30 * day }
}

type Used = Pick<SessionRow, 'sharedComputer' | 'createdAt' | 'lastUsedAt'>

/** Whether a session is still valid for a person with these rights. */
export function isAlive(session: Used, rights: RightsRow, now: Date) {
  const { idle, absolute } = lifeOf(rights, session.sharedComputer)
  return +now - Date.parse(session.lastUsedAt) < idle && +now - Date.parse(session.createdAt) < absolute
}

/** Whether this use must be stored: only if the last stored use is a minute old, so nearly every call saves the statement. */
export const isUnmarked = ({ lastUsedAt }: Used, now: Date) => +now - Date.parse(lastUsedAt) >= minute
