import { ParentChange, parentRights, studentParents } from '#contract/people/parents/student-parents.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { EditForm } from '#web/records/EditForm.tsx'
import type { Field } from '#web/records/fields.ts'
import { FormerRights } from './FormerRights.tsx'
import { type Parent, useRelations } from './relations.ts'

type Props = { parent: Parent; name: string; onClose: () => void }

/** What a parent is to a student and what the link gives, with what it gave before. */
export function ChangeParent({ parent, name, onClose }: Props) {
  const { t } = useTranslation()
  const relations = useRelations()
  const { studentId, parentId } = parent
  const fields: Field[] = [
    { name: 'relationId', kind: 'choice', items: relations, label: t('settings.parents.relationId') },
    ...parentRights.flatMap((right): Field[] => [
      { name: `${right}From`, kind: 'day', label: t(`parentRights.${right}.from`) },
      { name: `${right}Until`, kind: 'day', label: t(`parentRights.${right}.until`) },
    ]),
  ]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('parentRights.edit', { name: isolated(name) })}
      description={t('parentRights.means')}
    >
      {relations.length > 0 && (
        <EditForm
          of="parents"
          fields={fields}
          schema={ParentChange}
          start={{ studentId, parentId }}
          row={{ ...parent, id: parentId }}
          update={studentParents.update}
          sent={({ id: _, ...values }) => ({ ...values, studentId, parentId })}
          onSaved={onClose}
          beside={<DialogCancel />}
        />
      )}
      <FormerRights studentId={studentId} parentId={parentId} />
    </Dialog>
  )
}
