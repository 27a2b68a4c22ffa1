import { afterAll, describe, expect, test } from 'vitest'
import { testApp } from '#test/harness/app.ts'
import { isInstalled } from '#test/harness/installed-program.ts'
import { formOf } from '#test/pictures/sending.ts'
import { plain } from '#test/pictures/files.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { clamav, harmful, scannerOfOurs } from '#test/harness/virus-scanners.ts'
import { world } from '#test/world/world.ts'
import { pdfOf } from '#test/world/pdf-files.ts'

const { manager, nile } = world
const found = [400, 'A virus scanner found something harmful in this file']

const real = process.env.PROOF === 'on' && isInstalled('clamd')
const scanners = [['a scanner of ours', scannerOfOurs] as const, ...(real ? [['ClamAV', clamav] as const] : [])]

describe.each(scanners)('with %s', async (_, start) => {
  const scanner = await start()
  const { app, tokenOf, connection } = await testApp({ virusScanner: { path: scanner.path } })
  const { rowsOf } = tracesIn(connection)
  afterAll(() => scanner.stop())

  const kept = () => rowsOf('media', 'attachments', 'imports')

  async function sent(url: string, fields: Record<string, string>, bytes: Buffer, mime: string) {
    const form = await formOf(fields, { bytes, mime })
    const answer = await app.inject({
      method: 'POST',
      url,
      payload: form.payload,
      headers: {
        ...form.headers,
        accept: 'application/problem+json',
        authorization: `Bearer ${await tokenOf(manager)}`,
      },
    })
    return answer.statusCode === 200 ? [200] : [answer.statusCode, answer.json().detail]
  }
  const picture = async (more: Buffer) =>
    sent(
      '/ImageUploder/UploadImage',
      { UserId: manager.id, Type: '2' },
      Buffer.concat([await plain(), more]),
      'image/png',
    )
  const file = (more: Buffer) =>
    sent(`/Attachment/Upload?schoolId=${nile.id}&name=plan.pdf`, {}, Buffer.concat([pdfOf(), more]), 'application/pdf')
  const table = (more: Buffer) =>
    sent(
      '/Import/Upload',
      { schoolId: nile.id },
      Buffer.concat([Buffer.from('First name,Last name\nA,B\n'), more]),
      'text/csv',
    )

  test.each([
    ['a picture', picture],
    ['a PDF', file],
    ['a table', table],
  ])('%s in which something is found is refused, and nothing of it is kept', async (_, send) => {
    const before = await kept()
    expect(await send(harmful)).toEqual(found)
    expect(await kept()).toEqual(before)
    expect(await send(Buffer.alloc(0))).toEqual([200])
  })

  test('a file of several pieces is looked at whole', async () => {
    expect(await table(Buffer.concat([Buffer.alloc(700_000, 'a,b\n'), harmful]))).toEqual(found)
  })
})

test('while the scanner is away no file is taken, and people hear that they may try again', async () => {
  const { app, tokenOf } = await testApp({ virusScanner: { path: '/nowhere/at/all' } })
  const form = await formOf({ UserId: manager.id, Type: '2' }, { bytes: await plain() })
  const answer = await app.inject({
    method: 'POST',
    url: '/ImageUploder/UploadImage',
    payload: form.payload,
    headers: { ...form.headers, authorization: `Bearer ${await tokenOf(manager)}` },
  })
  expect([answer.statusCode, Number(answer.headers['retry-after'])]).toEqual([503, expect.any(Number)])
})
