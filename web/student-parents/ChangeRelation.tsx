import { useState } from 'react'
import * as z from 'zod/mini'
import { Id } from '#contract/language/fields.ts'
import { studentParents } from '#contract/parents/student-parents.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { relationName } from '#web/lib/reference.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { TwoVersions } from '#web/ui/TwoVersions.tsx'
import { currentOf, useChange } from '#web/records/change.ts'
import { type Parent, useRelations } from './relations.ts'

type Props = { parent: Parent; name: string; onClose: () => void }

/** What a parent is to a student. When somebody else chose another relation meanwhile, both are shown. */
export function ChangeRelation({ parent, name, onClose }: Props) {
  const { t } = useTranslation()
  const relations = useRelations()
  const change = useChange(studentParents.update)
  const [conflict, setConflict] = useState<{ mine: string; theirs: Parent } | null>(null)
  const labelOf = (id: string) => relations.find(({ value }) => value === id)?.label ?? ''

  async function save(relationId: string, base: Parent) {
    const { studentId, parentId, version } = base
    try {
      await change({ studentId, parentId, relationId, baseVersion: version })
    } catch (error) {
      const theirs = currentOf(studentParents.update, error)
      if (!theirs) throw error
      return setConflict({ mine: relationId, theirs })
    }
    toast({ title: t('settings.saved') })
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${t('settings.parents.relationId')}: ${isolated(name)}`}
    >
      {conflict && (
        <TwoVersions
          differences={[
            {
              label: t('settings.parents.relationId'),
              mine: labelOf(conflict.mine),
              theirs: relationName(t, conflict.theirs.relationName),
            },
          ]}
          onMine={() => save(conflict.mine, conflict.theirs)}
          onTheirs={onClose}
        />
      )}
      <Form<{ relationId: string }>
        schema={Relation}
        start={{ relationId: parent.relationId }}
        save={({ relationId }) => save(relationId, conflict?.theirs ?? parent)}
        beside={<DialogCancel />}
      >
        <ChoiceField name="relationId" label="settings.parents.relationId" items={relations} />
      </Form>
    </Dialog>
  )
}

const Relation = z.strictObject({ relationId: Id })
