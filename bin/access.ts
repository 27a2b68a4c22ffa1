import { operations } from '#server/operations.ts'
import { declared } from '#test/access/declared.ts'
import { namesOfPeople } from '#test/access/people.ts'
import { reviewedTable } from '#test/access/reviewed.ts'

// Prints as Markdown who may call which operation: `npm run access`, or `npm run access -- Exams` for paths that contain this word.

const table = reviewedTable()
const wanted = process.argv[2]?.toLowerCase() ?? ''
const names = namesOfPeople()

const inWords = (path: string) => {
  const access = declared(operations.find((operation) => operation.path === path)!)
  const from = Object.entries(access.from).map(([kind, field]) => `${kind} of ${field}`)
  const keys = [...(access.key ? [access.key] : []), ...access.keys]
  const parts = [
    access.to,
    keys.join(access.all ? ' and ' : ' or '),
    access.platformKeys.length > 0 && `app-wide ${access.platformKeys.join(' or ')}`,
    from.length > 0 && `school ← ${from.join(', ')}`,
    access.orParentOf && `or parent of ${access.orParentOf}`,
    access.orAnyParent && 'or any parent of the school',
    access.orOwnChildren && 'or parents for their children',
    access.orSelf && `or the person in ${access.orSelf}`,
    `rows: ${access.rows.join(', ')}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

const outcomes = (all: Record<string, string>) => {
  const byOutcome = new Map<string, string[]>()
  for (const [about, outcome] of Object.entries(all)) byOutcome.set(outcome, [...(byOutcome.get(outcome) ?? []), about])
  return [...byOutcome].map(([outcome, abouts]) => `**${outcome}** ${abouts.join(', ')}`).join('<br>')
}

const inFull = (ids: string) => ids.replaceAll(/[\w@&]+/g, (id) => names.get(id) ?? id)

for (const { path } of operations.filter((one) => one.path.toLowerCase().includes(wanted))) {
  const reviewed = table.get(path)
  console.log(`## ${path}\n\n${inWords(path)}\n`)
  if (!reviewed) continue
  const rows = Object.entries(reviewed.some).map(([id, some]) => `| ${names.get(id) ?? id} | ${outcomes(some)} |`)
  if (Object.keys(reviewed.all).length + rows.length > 0)
    console.log(['| Let in | Gets |', '|---|---|', `| most | ${outcomes(reviewed.all)} |`, ...rows, ''].join('\n'))
  for (const [field, who] of Object.entries(reviewed.fields)) console.log(`- \`${field}\`: ${inFull(who)}`)
  console.log()
}
