import { createWriteStream } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CannotStart } from '#server/base/cannot-start.ts'
import { asOwner } from './as-owner.ts'
import { type Command, needed, readSchool } from './command.ts'
import { inNewFolder } from './new-folder.ts'
import { insertSchoolLine, schoolsByName, schoolToExport } from './operator.queries.ts'
import { peopleOfSchool, rowsOfSchool, tablesOfSchools } from './school-export.queries.ts'

export const schoolExport: Command = {
  usage: '[SCHOOL --to FOLDER]',
  summary: 'Writes everything of one school into a new folder, one JSON line a row',
  help: 'Without words it lists the schools. SCHOOL is the id of a school. All rows are of one moment. Only the account that runs the command can read the folder; it holds records of children.',
  options: { to: 'text' },
  words: 1,
  async run({ words, options }) {
    if (words[0] === undefined && options.to === undefined)
      return (await asOwner(schoolsByName)).map(({ id, name }) => `${id}  ${name}`).join('\n') || 'There is no school.'
    const school = readSchool(needed(words[0], 'SCHOOL'))
    const folder = resolve(needed(options.to as string | undefined, '--to'))
    return asOwner(async (client) => {
      await client.query('begin isolation level repeatable read')
      // Not locked, because otherwise every write in the school would wait until the last file is written.
      const found = await schoolToExport(client, school)
      if (!found) throw new CannotStart(`There is no school with the id ${school}.`)
      const rows = await inNewFolder(folder, async (unfinished) => {
        const people = [await peopleOfSchool(client, school)]
        let rows = await write(join(unfinished, 'people.jsonl'), people)
        for (const table of await tablesOfSchools(client))
          rows += await write(join(unfinished, `${table.name}.jsonl`), rowsOfSchool(client, table, school))
        await insertSchoolLine(client, 'operator exports a school', school)
        await client.query('commit')
        return rows
      })
      return `${rows} rows of ${found.name} were written to ${folder}.`
    })
  },
}

async function write(path: string, portions: AsyncIterable<string[]> | Iterable<string[]>) {
  let rows = 0
  async function* lines() {
    for await (const portion of portions) {
      rows += portion.length
      // Line by line, because together the lines of a portion may exceed the longest possible string.
      for (const line of portion) yield `${line}\n`
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600 }))
  return rows
}
