import { readCode } from '#contract/results/papers/paper-code.ts'
import { fromText } from '#contract/results/papers/paper-code.ts'
import { papers } from '#contract/results/papers/papers.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { Refused } from '#contract/language/caller.ts'
import { call } from '#web/lib/call.ts'
import { recall, remember } from '#web/lib/keeping.ts'

type SchoolKeys = { name: string; keys: { publicKey: string }[] }
type Known = OutputOf<typeof papers.verify>

/**
 * What came of a check. `signature`: by the keys of the school, in this browser; null where the browser cannot, or has no keys.
 * `known`: what the server knows of the paper; null without a network.
 */
export type Checked =
  | { is: 'noCode' }
  | { is: 'checked'; signature: boolean | null; known: Known | null; schoolName: string | null; day: string }

/** Checks the code of a paper. Throws what the server refuses, such as too many checks. */
export async function checkPaper(code: string): Promise<Checked> {
  const read = readCode(code)
  if (!read) return { is: 'noCode' }
  const [keys, known] = await Promise.all([keysOf(read.schoolId), knownBy(read)])
  const signature = keys ? await isSigned(keys, read.signed, read.signature) : null
  return { is: 'checked', signature, known, schoolName: keys?.name ?? null, day: read.day }
}

async function knownBy({ id, hash }: { id: string; hash: string }): Promise<Known | null> {
  try {
    return await call(papers.verify, { id, hash })
  } catch (problem) {
    if (problem instanceof Refused) throw problem
    return null
  }
}

/** The public keys of a school, kept for the day on which there is no network. Null where none were ever fetched here. */
async function keysOf(schoolId: string): Promise<SchoolKeys | null> {
  const keptAs = `kashkool-keys-${schoolId}`
  try {
    const answer = await fetch(`/keys/${schoolId}.json`, { credentials: 'omit' })
    if (answer.status === 404) return { name: '', keys: [] }
    if (!answer.ok) throw new Error(`keys: ${answer.status}`)
    const keys = (await answer.json()) as SchoolKeys
    remember(keptAs, JSON.stringify(keys))
    return keys
  } catch {
    const kept = recall(keptAs)
    return kept ? (JSON.parse(kept) as SchoolKeys) : null
  }
}

/** Null in a browser that does not know this kind of signature, and on pages without https. */
async function isSigned({ keys }: SchoolKeys, signed: BufferSource, signature: BufferSource): Promise<boolean | null> {
  try {
    for (const { publicKey } of keys) {
      const key = await crypto.subtle.importKey('raw', fromText(publicKey)!, 'Ed25519', false, ['verify'])
      if (await crypto.subtle.verify('Ed25519', key, signature, signed)) return true
    }
    return false
  } catch {
    return null
  }
}
