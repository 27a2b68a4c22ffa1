import pg from 'pg'
import { payloads, texts } from '#test/world/payloads.ts'
import { people } from '#test/world/people.ts'
import { screens } from './every-screen.ts'
import { expect, test } from './house.ts'
import { quietOf } from './going-on.ts'

// The proof tries every payload in every text of the database, on every screen, in both languages; an ordinary run takes only a teacher.
if (payloads.length !== 60) throw new Error('sixty payloads are meant to be tried')
const isProof = process.env.PROOF === 'on'
const shown = isProof
  ? screens
  : screens.filter(([who]) => who === 'teacher').map(([who, all]) => [who, all.slice(0, 5)] as const)
const written = isProof ? texts : texts.slice(0, 1)

// One test per person, because a browser that was used by another person still shows their home.
for (const [who, addresses] of shown)
  test(`no text of people runs as a script, on any screen of ${who} @once`, async ({ page, house, comeAs }) => {
    test.setTimeout(60_000 * 15)
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(`${page.url()}: ${dialog.message()}`)
      void dialog.dismiss()
    })
    const quiet = quietOf(page)
    if (who !== 'a visitor') await comeAs(people[who].phone)
    for (const text of written) {
      const fields = await writeEverywhere(house.connection, text)
      expect(fields.length).toBeGreaterThan(35)
      for (const address of addresses) {
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await quiet()
        const ran = await page.evaluate(() =>
          [
            ...document.querySelectorAll(
              '[data-ran], a[href^="javascript:" i], a[href^="data:" i], [src^="javascript:" i]',
            ),
          ].map((element) => element.outerHTML.slice(0, 200)),
        )
        expect(ran, address).toEqual([])
      }
    }
    expect(dialogs).toEqual([])
  })

/** Writes a text into every field of every row that allows it; returns the fields. */
async function writeEverywhere(connection: pg.ClientConfig, text: string) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    // Triggers protect money and the audit; this test does not need that.
    await client.query('set session_replication_role = replica')
    const { rows } = await client.query<{ table: string; name: string }>(`
      select c.table_name as table, c.column_name as name from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text' and c.is_generated = 'NEVER'
        and c.table_name not in ('migrations', 'definitions', 'idempotency_keys', 'outbox', 'rate_limits')
        and c.column_name not in ('phone_number', 'password_hash', 'time_zone', 'key', 'kind', 'state')`)
    const fields: string[] = []
    for (const { table, name } of rows) {
      // A different ending in each row, for names that must be unique.
      const put = `update "${table}" set "${name}" = left($1, 780) || ' ' || ctid::text where "${name}" is not null`
      const { rowCount } = await client.query(put, [text]).catch(() => ({ rowCount: 0 }))
      if (rowCount) fields.push(`${table}.${name}`)
    }
    return fields
  } finally {
    await client.end()
  }
}
