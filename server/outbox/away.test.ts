import { expect, test } from 'vitest'
import { awayLog } from './away.ts'

test('whatever waits for the database, the log says once that it is away and once that it is back', () => {
  const lines: string[] = []
  const away = awayLog((line) => lines.push(line))
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  for (let time = 0; time < 3; time++) for (const name of ['SMS', 'Inbox', 'Push']) away.lost(name, refused)
  for (const name of ['Inbox', 'SMS', 'Inbox', 'Push', 'Push']) away.back(name)
  expect(lines).toEqual(['SMS waits for the database: ECONNREFUSED', expect.stringMatching(/^Push goes on; .* 0 s$/)])

  away.lost('Long work', new Error('Connection terminated'))
  expect(lines.slice(2)).toEqual(['Long work waits for the database: Connection terminated'])
})
