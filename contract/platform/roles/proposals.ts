import * as z from 'zod/mini'
import { platform } from '#contract/language/access.ts'
import { Id } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'

/**
 * A proposed change of the keys of a built-in school role, which needs a second person. `confirmers`: how many other people may confirm it;
 * if 0, the operator of the installation does.
 */
export const RoleKeyProposal = z.object({
  id: z.string(),
  roleId: z.string(),
  roleName: z.string(),
  adds: z.boolean(),
  permissionNames: z.array(z.string()),
  permissionNamesAr: z.array(z.string()),
  proposedByName: z.string(),
  proposedAt: z.string(),
  expiresAt: z.string(),
  confirmers: z.number(),
  /** Whether the caller may confirm it, and refuse or withdraw it. */
  may: z.object({ confirm: z.boolean(), refuse: z.boolean() }),
})

const decides = {
  access: platform('AddPermissionsToRole', 'reference'),
  input: z.strictObject({ proposalId: Id }),
  output: Done,
  writes: true,
} as const

/** Further operations (api.md §16): built-in school roles are changed by two people of the platform. */
export const roleKeyProposals = {
  /** The open proposals, oldest first. */
  list: operation({
    path: 'RolePermission/GetProposals',
    access: platform('AddPermissionsToRole', 'platform'),
    input: z.strictObject({ roleId: Id }),
    output: z.array(RoleKeyProposal),
  }),

  confirm: operation({ path: 'RolePermission/ConfirmProposal', ...decides }),

  /** By anybody who could confirm it, or by the person who proposed it. */
  refuse: operation({ path: 'RolePermission/RefuseProposal', ...decides }),
}
