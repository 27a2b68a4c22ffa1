import { connected } from '#server/db/connected.ts'
import { asOwner } from './as-owner.ts'
import type { Command } from './command.ts'
import { connectionsOfSchools, type ListedConnection } from './connections.queries.ts'
import { put } from './output.ts'
import { quoted } from './who-read.ts'

const heads: (keyof ListedConnection)[] = [
  'school',
  'kind',
  'name',
  'scopes',
  'madeBy',
  'state',
  'until',
  'lastUsed',
  'calls',
  'refused',
  'waiting',
]

export const connectionList: Command = {
  usage: '[--live]',
  summary: 'Lists the keys of programs, OneRoster and the webhooks of all schools, with their use in 30 days, as CSV',
  help: [
    '--live   only those that open or send something now',
    'A key: state active, ended or revoked; when it was used last; its calls, and how many of them were refused.',
    'OneRoster, where it was used or switched: state active or off, who switched it, the last call, all calls and refused ones.',
    'A webhook: state active, failing, paused or off; when a message arrived last; how many messages wait.',
    'A key with many refused calls belongs to a program that is set up wrongly, or was stolen: its school can end it under Settings, Connections.',
  ].join('\n'),
  options: { live: 'yes' },
  words: 0,
  run: ({ options }) =>
    asOwner(async (client) => {
      const rows = await connectionsOfSchools(connected(client))
      const live = new Set(['active', 'failing'])
      const listed = options['live'] ? rows.filter(({ state }) => live.has(state)) : rows
      await put([heads.join(',')])
      await put(listed.map((row) => heads.map((head) => quoted(String(row[head]))).join(',')))
      return null
    }),
}
