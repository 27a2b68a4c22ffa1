import { expect, test } from 'vitest'
import { attachmentLimits } from '#contract/platform/attachments/attachments.ts'
import { testApp } from '#test/harness/app.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { pdfOf } from '#test/world/pdf-files.ts'

const { app, tokenOf, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, supervisor, otherManager, nile, delta } = world

async function upload(person: { phone: string }, schoolId: string, bytes = pdfOf()) {
  const form = new FormData()
  form.append('File', new Blob([new Uint8Array(bytes)]), 'file')
  const body = new Response(form)
  const { statusCode } = await app.inject({
    method: 'POST',
    url: `/Attachment/Upload?${new URLSearchParams({ schoolId, name: 'plan.pdf' })}`,
    payload: Buffer.from(await body.arrayBuffer()),
    headers: {
      'content-type': body.headers.get('content-type')!,
      authorization: `Bearer ${await tokenOf(person)}`,
    },
  })
  return statusCode
}

test('files that cannot be read are counted for their person alone', async () => {
  const cut = pdfOf().subarray(0, 300)
  for (let nth = 0; nth < 10; nth++) expect(await upload(supervisor, nile.id, cut)).toBe(400)
  expect(await upload(supervisor, nile.id)).toBe(429)
  expect(await upload(manager, nile.id)).toBe(200)
  await sql(`delete from rate_limits where key like 'unreadable-pdfs%'`)
  for (let nth = 0; nth < 12; nth++) expect(await upload(supervisor, nile.id)).toBe(200)
  await sql('delete from attachments')
})

// So that a small file can count as a large one.
await sql('alter table attachments alter bytes drop expression, alter bytes set default 0')
const stored = (person: { id: string }, schoolId: string, bytes: number, homeworkId: string | null = null) =>
  sql(
    `insert into attachments (school_id, id, kind, name, content, bytes, uploaded_by, homework_id)
     values ($1, gen_random_uuid(), 'file', 'x.pdf', 'x', $3, $2, $4)`,
    [schoolId, person.id, bytes, homeworkId],
  )

test('what one person uploads and does not use takes no space of colleagues, and has a limit of its own', async () => {
  await stored(supervisor, nile.id, attachmentLimits.ofSchool)
  expect(await upload(supervisor, nile.id)).toBe(409)
  expect(await upload(manager, nile.id)).toBe(200)

  await sql('update attachments set bytes = $1 where uploaded_by = $2', [attachmentLimits.unused - 100, supervisor.id])
  expect(await upload(supervisor, nile.id)).toBe(409)
  await sql('update attachments set bytes = $1 where uploaded_by = $2', [100, supervisor.id])
  expect(await upload(supervisor, nile.id)).toBe(200)
})

test('a school whose space is used up takes no more files, other schools do', async () => {
  const [homework] = await sql('select id from homework where school_id = $1 limit 1', [delta.id])
  await stored(otherManager, delta.id, attachmentLimits.ofSchool - 100, homework!.id)
  expect(await upload(otherManager, delta.id)).toBe(409)
  expect(await upload(manager, nile.id)).toBe(200)
})
