import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { classes as classesOfSchool } from '#contract/school/classes/classes.ts'
import { formKinds, forms, NewForm } from '#contract/people/forms/forms.ts'
import type { InputOf, OutputOf } from '#contract/language/operation.ts'
import { useList, useMay, useRead, useWrite } from '#web/lib/api.ts'
import { dayOfDevice } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import { EditButton } from '#web/records/RecordRow.tsx'
import { useSaving } from '#web/records/saving.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { ListStates } from '#web/ui/ListStates.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { FormReport } from './FormReport.tsx'

type FormOfSchool = OutputOf<typeof forms.list>[number]

/** What the school asks of families: consents and trips, each with who agreed. */
export function FormsScreen() {
  const { t } = useTranslation()
  const school = useDefaultSchool()
  const may = useMay(forms.list)
  const list = useList(forms.list, { schoolId: school?.id ?? '' }, { enabled: school !== null && may })
  const [editing, setEditing] = useState<FormOfSchool | 'new' | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  if (!school || !may) return <Navigate to={paths.unauthorized()} state={{ keys: ['AddSchoolPost'] }} replace />
  const adder = (
    <Button tone="primary" icon={<Plus className="size-5" aria-hidden="true" />} onClick={() => setEditing('new')}>
      {t('forms.add')}
    </Button>
  )
  return (
    <Screen title={t('forms.title')} lead={<Bdi>{school.name}</Bdi>} tools={adder}>
      <ListStates list={list} empty={<Empty sentence={t('forms.none')} />}>
        {(rows) => (
          <ul className="space-y-3">
            {rows.map((form) => (
              <li key={form.id} className="rounded-card border border-line bg-surface px-4 py-3">
                <Line
                  form={form}
                  isShown={form.id === shown}
                  onShow={() => setShown(form.id === shown ? null : form.id)}
                  onEdit={() => setEditing(form)}
                />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      {editing && (
        <EditForm schoolId={school.id} form={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </Screen>
  )
}

type LineProps = { form: FormOfSchool; isShown: boolean; onShow: () => void; onEdit: () => void }

function Line({ form, isShown, onShow, onEdit }: LineProps) {
  const { t } = useTranslation()
  const { mutateAsync: close } = useWrite(forms.close)
  const { mutateAsync: remind } = useWrite(forms.remind)
  const { saving, save } = useSaving()
  const { schoolId, id: formId, closedAt, unanswered, remindedAt } = form
  const shut = () => void save(() => close({ schoolId, formId, closed: closedAt === null }))
  return (
    <div className="space-y-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <h2 className="text-base">
            <Bdi>{form.title}</Bdi>
          </h2>
          <p className="text-sm text-muted">
            {t(`forms.kind.${form.formKind}`)} · {t('forms.version')} <Digits>{form.textVersion}</Digits>
            {form.untilDay && (
              <>
                {' · '}
                {t('forms.until')} <Day day={form.untilDay} />
              </>
            )}
            {closedAt && ` · ${t('forms.closed')}`}
            {remindedAt && (
              <>
                {' · '}
                {t('forms.reminded')} <Day day={dayOfDevice(remindedAt)} />
              </>
            )}
          </p>
        </div>
        <EditButton name={form.title} onClick={onEdit} />
      </div>
      <p>
        {t('forms.counts')}{' '}
        <Digits>
          {form.agreed}/{form.places ?? form.asked}
        </Digits>
        {form.waits > 0 && (
          <>
            {' · '}
            {t('forms.answer.waits')} <Digits>{form.waits}</Digits>
          </>
        )}
        {form.refused > 0 && (
          <>
            {' · '}
            {t('forms.answer.refused')} <Digits>{form.refused}</Digits>
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button aria-expanded={isShown} onClick={onShow}>
          {t('forms.report')}
        </Button>
        {form.canRemind && (
          <Button
            disabled={saving}
            onClick={() => void save(() => remind({ schoolId, formId }), t('forms.didRemind', { count: unanswered }))}
          >
            {t('forms.remind', { count: unanswered })}
          </Button>
        )}
        <Button disabled={saving} onClick={shut}>
          {t(closedAt ? 'forms.reopen' : 'forms.close')}
        </Button>
      </div>
      {isShown && <FormReport schoolId={schoolId} formId={formId} title={form.title} />}
    </div>
  )
}

type EditProps = { schoolId: string; form: FormOfSchool | null; onClose: () => void }

function EditForm({ schoolId, form, onClose }: EditProps) {
  const { t } = useTranslation()
  const { mutateAsync: store } = useWrite(forms.save)
  const { data: classes = [] } = useRead(classesOfSchool.list, { schoolId })
  const [classRoomIds, setClasses] = useState<string[]>(form?.classRoomIds ?? [])
  const start = {
    schoolId,
    formKind: form?.formKind ?? 'consent',
    title: form?.title ?? '',
    body: form?.body ?? '',
    classRoomIds: [],
    untilDay: form?.untilDay ?? '',
    places: (form?.places ?? '') as number,
    ...(form && { formId: form.id, baseVersion: form.version }),
  }
  async function save(values: InputOf<typeof forms.save>) {
    await store({ ...values, classRoomIds })
    onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title={t(form ? 'forms.edit' : 'forms.add')} description={t('forms.editMeans')}>
      <Form
        schema={NewForm}
        start={start}
        save={save}
        submit="common.save"
        beside={<DialogCancel />}
        also={{ value: classRoomIds, start: form?.classRoomIds ?? [], put: (value) => setClasses(value as string[]) }}
      >
        <ChoiceField
          name="formKind"
          label="forms.kindOf"
          items={formKinds.map((value) => ({ value, label: t(`forms.kind.${value}`) }))}
        />
        <TextField name="title" label="forms.name" dir="auto" />
        <LinesField name="body" label="forms.body" />
        <div>
          <p className="mb-1 text-sm">{t('forms.classes')}</p>
          <Dropdown
            multiple
            wide
            label={t('forms.classes')}
            placeholder={t('forms.allClasses')}
            value={classRoomIds}
            onChange={setClasses}
            items={classes.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </div>
        <DateField name="untilDay" label="forms.untilDay" />
        <TextField name="places" label="forms.places" hint="forms.placesHint" inputMode="numeric" />
      </Form>
    </Dialog>
  )
}
