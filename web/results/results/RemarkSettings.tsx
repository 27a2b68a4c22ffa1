import { classRemarksBy, remarkSettings } from '#contract/results/results/remark-settings.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { CheckField, TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { toast } from '#web/ui/toast.ts'

/** Who writes remarks on report cards, how long they are, and whether they are printed only after somebody has read them. */
export function RemarkSettings({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(remarkSettings.get, { schoolId })
  const change = useChange(remarkSettings.save)
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={3} />
  const { version, longestOfClass, longestOfCourse, ...stored } = data
  return (
    <div className="max-w-md">
      <Form
        key={version}
        schema={remarkSettings.save.input}
        start={{
          ...stored,
          longestOfClass: String(longestOfClass),
          longestOfCourse: String(longestOfCourse),
          baseVersion: version,
        }}
        save={async (values) => {
          await change(values as Parameters<typeof change>[0])
          toast({ title: t('settings.saved') })
        }}
        submit="common.save"
      >
        <ChoiceField
          name="classBy"
          label="remarks.set.classBy"
          items={classRemarksBy.map((value) => ({ value, label: t(`remarks.set.by.${value}`) }))}
        />
        <TextField name="longestOfClass" label="remarks.set.longestOfClass" dir="ltr" inputMode="numeric" />
        <CheckField name="courses" label="remarks.set.courses" hint="remarks.set.coursesMean" />
        <TextField name="longestOfCourse" label="remarks.set.longestOfCourse" dir="ltr" inputMode="numeric" />
        <CheckField name="proofs" label="remarks.set.proofs" hint="remarks.set.proofsMean" />
      </Form>
    </div>
  )
}
