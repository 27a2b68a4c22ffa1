import { useFormContext, useWatch } from 'react-hook-form'
import { calendar, dayKinds, NewCalendarDay } from '#contract/school/calendar/calendar.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { ManyChoice } from '#web/ui/ManyChoice.tsx'
import { sayWhatFollowed } from './followed.ts'
import type { CalendarEntry, CalendarYear, Entry } from './year.ts'

/** One entry of the calendar: its kind, its name, its days and its grades. */
export function DayDialog({ year, draft, onClose }: { year: CalendarYear; draft: Entry; onClose: () => void }) {
  const { t } = useTranslation()
  const save = useChange(calendar.saveDays)
  const { id, kind = 'holiday', fromDay, toDay, name = '', gradeIds = null, hoursSetId = '' } = draft
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t(id ? 'calendar.editDay' : 'calendar.addDay')}>
      <Form
        schema={NewCalendarDay}
        start={{ id, kind, fromDay, toDay, name, gradeIds, hoursSetId: hoursSetId ?? '' }}
        beside={<DialogCancel />}
        save={async (values) => {
          const item = {
            ...(values as CalendarEntry),
            hoursSetId: values.kind === 'otherHours' ? values.hoursSetId : null,
          }
          sayWhatFollowed(
            t,
            await save({
              schoolId: year.schoolId,
              items: [item],
              ...(year.version > 0 && { baseVersion: year.version }),
            }),
          )
          onClose()
        }}
      >
        <ChoiceField
          name="kind"
          label="calendar.kind"
          items={dayKinds.map((value) => ({ value, label: t(`calendar.kinds.${value}`) }))}
        />
        <TextField name="name" label="calendar.name" />
        <div className="grid gap-5 sm:grid-cols-2">
          <DateField name="fromDay" label="calendar.from" />
          <DateField name="toDay" label="calendar.to" />
        </div>
        <Hours year={year} />
        <Grades year={year} />
      </Form>
    </Dialog>
  )
}

/** The hours of the days; only for days with different hours. */
function Hours({ year }: { year: CalendarYear }) {
  const kind = useWatch({ name: 'kind' }) as unknown
  if (kind !== 'otherHours') return null
  return (
    <ChoiceField
      name="hoursSetId"
      label="calendar.hoursOfDays"
      hint={year.hours.length === 0 ? 'calendar.noHoursYet' : undefined}
      items={year.hours.map(({ id: value, name: label }) => ({ value, label }))}
    />
  )
}

/** The grades. If none is selected, the entry is for all grades. */
function Grades({ year }: { year: CalendarYear }) {
  const { t } = useTranslation()
  const { setValue } = useFormContext()
  const chosen = (useWatch({ name: 'gradeIds' }) as string[] | null) ?? []
  return (
    <ManyChoice
      label={t('calendar.gradesOfDays')}
      items={year.grades.map(({ id: value, name: label }) => ({ value, label }))}
      value={new Set(chosen)}
      onChange={(grades) => setValue('gradeIds', grades.size > 0 ? [...grades] : null)}
    />
  )
}
