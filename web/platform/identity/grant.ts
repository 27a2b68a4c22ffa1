import { keeping } from '#web/lib/keeping.ts'

const keptAs = 'NewUserDate'

/** The grant of a confirmed phone, for as long as its password is not set (product.md §3). */
export const grant = {
  keep(userId: string) {
    current = userId // a shared computer writes nothing down
    keeping.setItem(keptAs, JSON.stringify({ userId }))
  },
  get: () => current ?? written(),
  forget() {
    current = null
    keeping.removeItem(keptAs)
  },
}

let current: string | null = null

function written(): string | null {
  try {
    const kept = JSON.parse(keeping.getItem(keptAs) ?? 'null') as { userId?: unknown } | null
    return typeof kept?.userId === 'string' && kept.userId ? kept.userId : null
  } catch {
    return null
  }
}
