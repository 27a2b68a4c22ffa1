import { readFileSync } from 'node:fs'
import { permissions } from '#contract/language/permissions.ts'
import type { Operation } from '#contract/language/operation.ts'
import { declared } from './declared.ts'

const text = readFileSync(new URL('../../docs/specification/api.md', import.meta.url), 'utf8')

/** The text of each operation and of the introduction to its domain, by path. */
const chapters = new Map([
  ...text.split(/^### /m).flatMap((domain) => {
    const [opening, ...each] = domain.split(/^- \*\*`(?=(?:POST|GET) )/m)
    return each.map((words) => [words.match(/^\w+ ([^`]+)`/)![1]!, `${opening}${words.split(/^## /m)[0]}`] as const)
  }),
  // Each further operation has a paragraph that begins with its path.
  ...[...text.matchAll(/^\d+\. (`\w+\/\w+`.*)$/gm)].flatMap(([, words]) =>
    [...words!.split('(')[0]!.matchAll(/`(\w+\/\w+)`/g)].map(([, path]) => [path!, words!] as const),
  ),
])

/** Keys that shape an answer in addition to allowing the call; each occurs in the text of many operations. */
const known = new Map<string, Set<string>>()

/** The keys that an operation names, in its access or in its text. */
export function keysNamedBy(operation: Operation): Set<string> {
  const before = known.get(operation.path)
  if (before) return before
  const { key, keys, platformKeys, widenedBy } = declared(operation)
  const words = chapters.get(operation.path) ?? ''
  const inWords = permissions.map((one) => one.key).filter((one) => new RegExp(`\\b${one}\\b`).test(words))
  const all = new Set([...(key ? [key] : []), ...keys, ...platformKeys, ...widenedBy, ...inWords])
  known.set(operation.path, all)
  return all
}
