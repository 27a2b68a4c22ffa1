import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { asOwner } from './as-owner.ts'
import { onlyChild } from './child.ts'
import { childrenNamed } from './child-words.queries.ts'
import { filesOfChild, picturesOfChild, type Row, rowsOfSection, storedRows } from './child-export.queries.ts'
import { childPage } from './child-page.ts'
import { sections } from './child-sections.queries.ts'
import { type Command, needed, readStudent } from './command.ts'
import { inNewFolder } from './new-folder.ts'
import { insertSchoolLine } from './operator.queries.ts'

export const childExport: Command = {
  usage: 'STUDENT --to FOLDER',
  summary: 'Writes everything about one child into a new folder, to read and for machines',
  help: 'child.html is for people, in Arabic and English; child.json has every row as it is stored; pictures are files. STUDENT is an id or a code.',
  options: { to: 'text' },
  words: 1,
  async run({ words, options }) {
    const code = readStudent(needed(words[0], 'STUDENT'))
    const folder = resolve(needed(options.to as string | undefined, '--to'))
    return asOwner(async (client) => {
      await client.query('begin isolation level repeatable read')
      const child = onlyChild(await childrenNamed(client, code))
      const parts: { ar: string; en: string; name: string; rows: Row[] }[] = []
      for (const section of sections) parts.push({ ...section, rows: await rowsOfSection(client, section, child.ids) })
      const stored = await storedRows(client, child)

      await inNewFolder(folder, async (unfinished) => {
        const put = (name: string, content: string | Buffer) =>
          writeFileSync(join(unfinished, name), content, { mode: 0o600 })
        const read = Object.fromEntries(parts.map(({ name, rows }) => [name, rows]))
        put(
          'child.json',
          `${JSON.stringify({ school: child.school, code: child.code, name: child.names[0], ...read, stored }, null, 2)}\n`,
        )
        put('child.html', childPage(child, parts))
        for await (const { file, content } of picturesOfChild(client, child.ids)) put(file, content)
        for await (const { file, content } of filesOfChild(client, child.ids)) put(file, content)
        await insertSchoolLine(client, 'operator exports a child', child.schoolId, { student: child.id })
        await client.query('commit')
      })
      return `Everything about ${child.code} of ${child.school} was written to ${folder}.`
    })
  },
}
