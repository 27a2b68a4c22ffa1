import { useState } from 'react'
import { excuses, NewExcuse, parentKinds } from '#contract/teaching/absence/excuses.ts'
import type { InputOf } from '#contract/language/operation.ts'
import { useChange } from '#web/records/change.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { PictureField } from '#web/ui/PictureField.tsx'
import { ExcuseFields } from './ExcuseFields.tsx'

/** A parent says why a child is absent, or will be. */
export function AskExcuse({ studentId, day, onClose }: { studentId: string; day: string; onClose: () => void }) {
  const { t } = useTranslation()
  const ask = useChange(excuses.ask)
  const [imageUrl, setImageUrl] = useState<string | null>(null)
  async function save(values: InputOf<typeof excuses.ask>) {
    await ask({ ...values, ...(imageUrl && { imageUrl }) })
    toast({ title: t('absence.asked') })
    onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('absence.ask')} description={t('absence.askMeans')}>
      <Form
        schema={NewExcuse}
        start={{ studentId, fromDay: day, toDay: day, excuseKind: 'illness' as const, text: '' }}
        save={save}
        submit="absence.send"
        beside={<DialogCancel />}
      >
        <ExcuseFields kinds={parentKinds} />
        <PictureField
          type={7}
          ownerId={studentId}
          src={imageUrl}
          onChanged={setImageUrl}
          label="absence.field.picture"
        />
      </Form>
    </Dialog>
  )
}
