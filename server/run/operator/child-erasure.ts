import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { inTransaction } from '#server/db/migrate.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import { asOwner } from './as-owner.ts'
import { onlyChild } from './child.ts'
import { eraseTextFromFormer } from './child-elsewhere.queries.ts'
import { blankStudent, type Erased, eraseFormerValues, eraseRows, vacuum } from './child-erasure.queries.ts'
import { remains, textsNaming } from './child-remains.queries.ts'
import { childrenNamed, type ErasedChild } from './child-words.queries.ts'
import { type Ask, type Command, FoundWrong, needed, readStudent } from './command.ts'
import { insertSchoolLine } from './operator.queries.ts'

export const childErasure: Command = {
  usage: 'STUDENT [--rewrite | --former]',
  summary: 'Erases a child from the database, and looks whether anything is left',
  help: [
    'STUDENT is the id or the code of a student. Asks for the code again, because nothing brings the child back.',
    'Entries that were merged are one child: all of them are erased.',
    'Coins and seats stay, for a student without a name. Accounts of parents stay: they are people of their own.',
    'The files of the tables keep what was erased in their free room until it is used again; --rewrite writes them anew, and',
    'locks each table meanwhile: about a second for 100 MB.',
    'After people corrected a text about others that named the child, --former with the id of the child asks for that name, and erases it',
    'from the values before the correction, in the whole school.',
    'Copies made before hold the child until they are BACKUP_KEEP days old. Ends with 3 when a text is left, and names the place.',
  ].join('\n'),
  options: { rewrite: 'yes', former: 'yes' },
  words: 1,
  async run({ words, options, ask }) {
    const code = readStudent(needed(words[0], 'STUDENT'))
    return asOwner(async (client) => {
      const child = onlyChild(await childrenNamed(client, code))
      if (options.former) return eraseCorrected(client, child, ask)
      const typed = await ask(`The code of the student of ${child.school} who is to be erased for ever${also(child)}: `)
      if (readStudent(typed) !== child.code) throw new CannotStart('That is not their code; nothing was erased.')

      const rows = await erase(client, child)
      const left = await remains(client, child.schoolId, textsNaming(child))
      const mayAll = await vacuum(client, { rewrites: options.rewrite === true })
      const statistics = options.rewrite && !mayAll ? `\n${ofStatistics}` : ''
      if (left.length > 0)
        throw new FoundWrong(
          `${rows} rows were erased, and a text such as theirs still stands in these places, perhaps of another person:\n${left.join('\n')}\nAfter a text was corrected, erase-child ${child.id} --former erases the name from its former values.${statistics}`,
        )
      return `${rows} rows were erased. No text of the database names the child.${statistics}`
    })
  },
}

/** A correction leaves a former value, which nobody can change by hand. */
async function eraseCorrected(client: pg.ClientBase, { school, schoolId }: ErasedChild, ask: Ask) {
  const text = (await ask('The name as it stood in the text: ')).trim()
  if (!/\S{2,} \S{2,}/.test(text)) throw new CannotStart('A name of one word could be anybody’s: nothing was erased.')
  if ((await ask(`The text to erase from all former values of ${school}, again: `)).trim() !== text)
    throw new CannotStart('That is another text; nothing was erased.')
  let changed = 0
  await inTransaction(client, async () => {
    await client.query(`set local lock_timeout = '10s'`)
    changed = await eraseTextFromFormer(client, schoolId, text)
    await insertSchoolLine(client, 'operator erases a child', schoolId)
  })
  await vacuum(client)
  return `The text was erased from ${changed} former values.`
}

const also = ({ codes: [, ...others] }: ErasedChild) =>
  others.length > 0 ? `, with what was entered of them a second time and merged (${others.join(', ')})` : ''

const ofStatistics =
  'What the planner knew of values may be left in pg_statistic; a superuser runs "delete from pg_statistic", "analyze", "vacuum full pg_statistic" and "checkpoint".'

/** Returns how many rows were erased. Throws CannotStart if the child has other entries or codes by now than those that were confirmed. */
export async function erase(client: pg.ClientBase, child: ErasedChild) {
  let done: Erased = { rows: 0, posts: [] }
  await inTransaction(client, async () => {
    await client.query(`set local lock_timeout = '10s'`)
    const erased = await eraseRows(client, child)
    if (erased === null)
      throw new CannotStart(
        'Entries of this child were merged meanwhile, or a merge was undone, or another command erased the child: nothing was erased now. Run the command again.',
      )
    done = erased
    for (const id of child.ids) await blankStudent(client, id, `ST9${randomInt(1e9).toString().padStart(9, '0')}`)
    await insertSchoolLine(client, 'operator erases a child', child.schoolId)
    await eraseFormerValues(client, child.ids, done.posts)
  })
  return done.rows
}
