import { useState } from 'react'
import { forms } from '#contract/people/forms/forms.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { dayOfDevice } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSaving } from '#web/records/saving.ts'
import { Bdi, Day, Digits, isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { answerLooks } from './answers.ts'
import { ConsentPaper } from './ConsentPaper.tsx'

type FormOfChild = OutputOf<typeof forms.ofChild>[number]

/** What the school asks the parents of a child to agree to; nothing is shown where it asks nothing. */
export function ChildForms({ studentId }: { studentId: string }) {
  const { t } = useTranslation()
  const { data } = useRead(forms.ofChild, { studentId })
  if (!data || data.length === 0) return null
  const first = (form: FormOfChild) => (form.isOpen && form.answer === 'open' ? 0 : 1)
  return (
    <section className="mb-5 space-y-3" aria-labelledby="forms-of-child">
      <h2 id="forms-of-child" className="text-base">
        {t('forms.ofChild')}
      </h2>
      <ul className="space-y-3">
        {data
          .toSorted((a, b) => first(a) - first(b))
          .map((form) => (
            <li key={form.id} className="rounded-card border border-line bg-surface px-4 py-3">
              <OneForm form={form} />
            </li>
          ))}
      </ul>
    </section>
  )
}

function OneForm({ form }: { form: FormOfChild }) {
  const { t } = useTranslation()
  const [reading, setReading] = useState(form.answer === 'open')
  return (
    <div className="space-y-3 [overflow-wrap:anywhere]">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 className="min-w-0 font-medium">
          <Bdi>{form.title}</Bdi>
        </h3>
        <StatusBadge status={answerLooks[form.answer]} word={t(`forms.answer.${form.answer}`)} />
      </div>
      {reading ? (
        <p className="whitespace-pre-line">
          <Bdi>{form.body}</Bdi>
        </p>
      ) : (
        <Button tone="quiet" onClick={() => setReading(true)}>
          {t('forms.read')}
        </Button>
      )}
      <p className="text-sm text-muted">
        {t('forms.version')} <Digits>{form.textVersion}</Digits>
        {form.untilDay && (
          <>
            {' · '}
            {t('forms.until')} <Day day={form.untilDay} />
          </>
        )}
        {form.placesLeft !== null && ` · ${t('forms.placesLeft', { count: form.placesLeft })}`}
      </p>
      {form.answeredAt && form.answeredByName && (
        <p className="text-sm text-muted">
          <Bdi>{form.answeredByName}</Bdi> · <Day day={dayOfDevice(form.withdrawnAt ?? form.answeredAt)} /> ·{' '}
          {t('forms.version')} <Digits>{form.answeredVersion}</Digits>
        </p>
      )}
      {isOlder(form) && <p className="text-sm text-wait">{t('forms.changed')}</p>}
      <div className="flex flex-wrap gap-2">
        <AnswerButtons form={form} />
        <PaperButton form={form} />
      </div>
    </div>
  )
}

const isAgreed = ({ answer }: FormOfChild) => answer === 'agreed' || answer === 'waits'
const isOlder = (form: FormOfChild) => isAgreed(form) && form.answeredVersion !== form.textVersion

function AnswerButtons({ form }: { form: FormOfChild }) {
  const { t } = useTranslation()
  const { mutateAsync: answer } = useWrite(forms.answer)
  const { mutateAsync: withdraw } = useWrite(forms.withdraw)
  const { saving, save } = useSaving()
  const { id: formId, studentId, textVersion, isOpen } = form
  const say = (agrees: boolean, studentIds = [studentId]) =>
    void save(
      () => Promise.all(studentIds.map((id) => answer({ studentId: id, formId, textVersion, agrees }))),
      t(agrees ? 'forms.didAgree' : 'forms.didRefuse'),
    )
  return (
    <>
      {isOpen && (!isAgreed(form) || isOlder(form)) && (
        <Button tone="primary" disabled={saving} onClick={() => say(true)}>
          {t(`forms.agree.${form.formKind}`)}
        </Button>
      )}
      {isOpen && form.answer === 'open' && (
        <Button disabled={saving} onClick={() => say(false)}>
          {t('forms.refuse')}
        </Button>
      )}
      <SameButton form={form} saving={saving} say={say} />
      {isAgreed(form) && (
        <Button
          disabled={saving}
          onClick={() => void save(() => withdraw({ studentId, formId }), t('forms.didWithdraw'))}
        >
          {t('forms.withdraw')}
        </Button>
      )}
    </>
  )
}

type SameProps = { form: FormOfChild; saving: boolean; say: (agrees: boolean, studentIds: string[]) => void }

/** Gives the answer of this child for the other children for whom nobody answered, by name. */
function SameButton({ form, saving, say }: SameProps) {
  const { t, language } = useTranslation()
  const { others, isOpen, answer, answeredVersion, textVersion } = form
  if (!isOpen || answer === 'withdrawn' || answeredVersion !== textVersion || others.length === 0) return null
  const names = new Intl.ListFormat(language).format(others.map(({ firstName }) => isolated(firstName)))
  const ids = others.map(({ studentId }) => studentId)
  return (
    <Button tone="primary" disabled={saving} onClick={() => say(isAgreed(form), ids)}>
      {t('forms.sameFor', { names })}
    </Button>
  )
}

function PaperButton({ form }: { form: FormOfChild }) {
  const { t } = useTranslation()
  const [printing, setPrinting] = useState(false)
  const { answeredText: text, schoolName } = form
  if (!text) return null
  return (
    <>
      <Button onClick={() => setPrinting(true)}>{t('forms.paper.print')}</Button>
      {printing && (
        <ConsentPaper schoolName={schoolName} text={text} answered={form} onClose={() => setPrinting(false)} />
      )}
    </>
  )
}
