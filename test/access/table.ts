import type { Call } from './run.ts'

/** operation → person → what he gets: 'rows', 'none' or 'done', or the refusal's status, each with the ids it goes for. */
export type Table = Record<string, Record<string, string>>

/** What one call came to, in a word that does not depend on the day. */
function outcome({ answer: { status, text }, operation }: Call): string {
  if (status !== 200) return String(status)
  const body = JSON.parse(text)
  if (operation.writes) return 'done'
  return Array.isArray(body) ? (body.length > 0 ? 'rows' : 'none') : 'row'
}

/** The table of what everybody got. People who get the same everywhere of an operation share a line. */
export function tableOf(calls: Call[]): Table {
  const table: Table = {}
  for (const call of calls.filter(({ shown }) => shown)) {
    const row = ((table[call.operation.path] ??= {})[call.persona.name] ??= '')
    table[call.operation.path]![call.persona.name] = `${row}${row && '|'}${outcome(call)}\t${call.about}`
  }
  for (const row of Object.values(table)) for (const name of Object.keys(row)) row[name] = inWords(row[name]!)
  return table
}

/** `rows: class4a, class4b; 404: deltaClass1`; the outcome alone when there is but one. */
function inWords(cell: string) {
  const byOutcome = new Map<string, string[]>()
  for (const one of cell.split('|')) {
    const [came, about] = one.split('\t') as [string, string]
    const abouts = byOutcome.get(came) ?? []
    if (!abouts.includes(about)) byOutcome.set(came, [...abouts, about])
  }
  if (byOutcome.size === 1) return [...byOutcome.keys()][0]!
  return [...byOutcome].map(([came, abouts]) => `${came}: ${abouts.join(', ')}`).join('; ')
}

/** The table as it is kept: who gets the same stands together. */
export type Kept = Record<string, { who: string; gets: string }[]>

export function kept(table: Table): Kept {
  const grouped = Object.entries(table).map(([path, row]) => {
    const byCell = new Map<string, string[]>()
    for (const [name, cell] of Object.entries(row)) byCell.set(cell, [...(byCell.get(cell) ?? []), name])
    return [path, [...byCell].map(([gets, names]) => ({ who: names.join(', '), gets }))] as const
  })
  return Object.fromEntries(grouped)
}

/** The table for people, as Markdown: an operation a chapter. */
export function document(table: Kept): string {
  const chapters = Object.entries(table).map(([path, rows]) => {
    const lines = rows.map(({ who, gets }) => `| ${who} | ${gets.replaceAll('; ', '<br>')} |`)
    return [`## ${path}`, '', '| Who | What he gets |', '|---|---|', ...lines].join('\n')
  })
  return `${heading}\n${chapters.join('\n\n')}\n`
}

const heading = `# Who may do what

Made by the access matrix (\`test/access/matrix.ts\`) from the answers themselves; renew it with
\`RENEW_MATRIX=1 npx vitest run test/access --maxWorkers=1\` and read the difference before you commit it.

rows: a list with rows; none: an empty list; row: the one row; done: the change was made; numbers: the refusal's status.
Nile and Delta are active schools, the third is pending, the fourth closed. class4a, class4b, class5a and class6c (not
active) are of Nile, deltaClass1 of Delta, closedClass of the closed school. Omar and the unpaid and moved students are
in class4a, Laila is in class5a, the ward in class6b. arabic4a is an exam in Arabic of class4a, deltaExam one of Delta;
september is an open month and idle a year that is not current. The people of the world are described in
\`test/world/people.ts\`.
`
