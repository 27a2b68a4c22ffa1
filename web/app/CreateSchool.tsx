import { cloneElement, useState } from 'react'
import { NewSchool, schoolSettings } from '#contract/platform/schools/school-settings.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { askWho } from '#web/lib/session.ts'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { useGoOn } from '#web/ui/screen-blockers.ts'
import { useSchoolFields } from '#web/platform/schools/school-fields.ts'
import { toast } from '#web/ui/toast.ts'
import { actIn } from '#web/lib/acting-school.ts'
import type { Values } from '#web/records/fields.ts'
import { RecordField } from '#web/records/RecordField.tsx'
import type { Trigger } from '#web/ui/FirstUse.tsx'

/** The form of a new school, open from the first press of its button. The school can be set up at once, before it is approved. */
export function CreateSchool({ trigger, onCreated }: { trigger: Trigger; onCreated?: () => void }) {
  const { t } = useTranslation()
  const goOn = useGoOn()
  const [open, setOpen] = useState(true)
  const add = useWrite(schoolSettings.add)
  const fields = useSchoolFields({ withZone: false })

  async function save(values: Values) {
    const school = await add.mutateAsync(values as never)
    await askWho()
    setOpen(false)
    onCreated?.()
    toast({ title: t('settings.schoolInfo.submitted') })
    // Its home shows the steps of setting it up.
    await goOn(paths.home(), () => actIn(school))
  }

  return (
    <>
      {cloneElement(trigger, { onClick: () => setOpen(true) })}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('settings.schoolInfo.add')}
        description={t('settings.schoolInfo.addHint')}
      >
        <Form<Values>
          schema={NewSchool}
          start={{ name: '', about: '', vision: '', schoolTypeId: '' }}
          save={save}
          submit="settings.schoolInfo.send"
          beside={<DialogCancel />}
        >
          {fields.map((field) => (
            <RecordField key={field.name} of="schoolInfo" field={field} />
          ))}
        </Form>
      </Dialog>
    </>
  )
}
