import { confirmByOperator, openForOperator } from '#server/platform/roles/operator-proposals.queries.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import { connected } from '#server/db/connected.ts'
import { asOwner } from './as-owner.ts'
import type { Command } from './command.ts'

/** If the platform has only one person, the operator is the second who confirms a change of a built-in school role. */
export const roleConfirmation: Command = {
  usage: '[ID]',
  summary: 'Lists changes of built-in school roles that wait for a second person, or confirms one',
  words: 1,
  run: ({ words: [id] }) =>
    asOwner(async (client) => {
      if (id === undefined) return listed(await openForOperator(connected(client)))
      if (!(await confirmByOperator(connected(client), id))) throw new CannotStart('No change with this id waits.')
      return 'The role is changed in all schools, and their managers are notified.'
    }),
}

const listed = (open: Awaited<ReturnType<typeof openForOperator>>) =>
  open.length === 0
    ? 'No change of a built-in role waits.'
    : open
        .map(({ id, role, adds, keys, by }) => `${id}  ${role}: ${adds ? 'add' : 'remove'} ${keys.join(', ')}  (${by})`)
        .join('\n')
