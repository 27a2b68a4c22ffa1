import { useState } from 'react'
import * as z from 'zod/mini'
import { NewRole, roles } from '#contract/platform/roles/roles.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ManyChoice } from '#web/ui/ManyChoice.tsx'
import { EditDialog } from '#web/records/EditDialog.tsx'
import type { Field } from '#web/records/fields.ts'
import { useGrantable } from './grantable.ts'
import type { Role, Scope } from './role.ts'

type Props = { role: Role | null; scope: Scope; onClose: () => void }

/** A role's name and description; a new one with what it permits. */
export function RoleDialog({ role, scope, onClose }: Props) {
  const { t } = useTranslation()
  const [keys, setKeys] = useState<Set<string>>(new Set())
  const choices = useGrantable(scope)
  const composed = (values: Record<string, unknown>) =>
    role ? values : { ...values, isSchoolRole: scope === 'school', permissions: [...keys] }

  return (
    <EditDialog
      of="roles"
      fields={fields}
      schema={Named}
      start={{}}
      row={role}
      add={roles.add}
      update={roles.update}
      sent={composed}
      onClose={onClose}
    >
      {!role && choices.items && (
        <ManyChoice label={t('settings.roles.permissions')} items={choices.items} value={keys} onChange={setKeys} />
      )}
    </EditDialog>
  )
}

const fields: Field[] = [{ name: 'name' }, { name: 'description', kind: 'lines' }]

const Named = z.pick(NewRole, { name: true, description: true })
