import { rolePermissions } from '#contract/platform/roles/roles.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { roleName } from '#web/lib/reference.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { useChange } from '#web/records/change.ts'
import { ChooseDialog } from '#web/records/ChooseDialog.tsx'
import { useGrantable } from './grantable.ts'
import type { Role, Scope } from './role.ts'

type Props = { role: Role; scope: Scope; taken: ReadonlySet<string>; onClose: () => void }

/** Puts permissions into a role; only those that may be are offered. */
export function AddKeys({ role, scope, taken, onClose }: Props) {
  const { t } = useTranslation()
  const add = useChange(rolePermissions.add)
  return (
    <ChooseDialog
      {...useGrantable(scope, taken)}
      title={t('settings.roleKeys.add')}
      description={isolated(roleName(t, role.name))}
      label={t('settings.roles.permissions')}
      submit={t('settings.add')}
      nothing={t('settings.roleKeys.nothing')}
      atLeastOne="At least one permission is required"
      save={(permissions) => add({ roleId: role.id, permissions })}
      onClose={onClose}
    />
  )
}
