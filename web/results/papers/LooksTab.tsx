import { useCallback, useState } from 'react'
import * as z from 'zod/mini'
import { paperKinds, type PaperKind } from '#contract/results/papers/content.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { Text, optional } from '#contract/language/fields.ts'
import { NewTemplate, papers, paperSizes } from '#contract/results/papers/papers.ts'
import { useRead } from '#web/lib/api.ts'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { type UnsavedEdit, useUnsavedEdit } from '#web/records/unsaved-edit.ts'
import { AskIfTyped } from '#web/ui/AskBeforeLeaving.tsx'
import { AskBeforeLosing } from '#web/ui/AskBeforeLosing.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { CheckField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { toast } from '#web/ui/toast.ts'
import { Typed, type TypedWords } from '#web/ui/typed.ts'
import { PaperKindChoice } from './PaperKindChoice.tsx'

type Template = OutputOf<typeof papers.templates>[number]

/** Signatures as lines of the form: the office, and who holds it after a colon. */
const LooksForm = z.extend(z.omit(NewTemplate, { signatures: true }), {
  signatures: optional(Text(0, 700, { lines: true })),
})
type Values = Omit<z.input<typeof NewTemplate>, 'signatures'> & { signatures: string }

/** How the papers of each kind look: size, what stands above and below, who signs, what is shown. */
export function LooksTab({ school }: { school: OwnSchool }) {
  const [kind, setKind] = useState<PaperKind>('enrolment')
  const { data, error, refetch } = useRead(papers.templates, { schoolId: school.id })
  const kept = useUnsavedEdit(data?.find((one) => one.kind === kind) ?? null, 'looks')
  return (
    <div className="max-w-3xl space-y-4">
      <AskBeforeLosing<PaperKind>
        isTyped={kept.isTyped}
        go={(next) => {
          kept.onTyped(false)
          setKind(next)
        }}
      >
        {(choose) => <PaperKindChoice kinds={paperKinds} value={kind} onChange={choose} />}
      </AskBeforeLosing>
      {kept.began ? (
        <LookForm key={kind + kept.began.version} template={kept.began} kept={kept} />
      ) : (
        <LoadingOrFailed error={error} again={refetch} count={4} />
      )}
    </div>
  )
}

function LookForm({ template, kept }: { template: Template; kept: UnsavedEdit<Template | null> }) {
  const { t } = useTranslation()
  const { newer, isTyped, onTyped } = kept
  const onWords = useCallback((words: TypedWords) => onTyped(words !== 'none'), [onTyped])
  const save = useChange(papers.saveTemplate)
  const { version, signatures, header, footer, kind, size, ...rest } = template
  const isCard = kind === 'studentCard'

  async function send({ signatures: lines, ...values }: Values) {
    await save({ ...values, signatures: signaturesIn(lines ?? '') })
    toast({ title: t('settings.saved') })
  }

  return (
    <Card>
      <AskIfTyped isTyped={isTyped} />
      {newer && (
        <div role="alert" className="mb-5 flex flex-wrap items-center gap-3 rounded-field bg-wait-soft p-4">
          <p className="min-w-0 flex-1 basis-60">{translated('Somebody else changed this meanwhile')}</p>
          <Button onClick={() => onTyped(false)}>{t('versions.takeTheirs')}</Button>
        </div>
      )}
      <Typed value={onWords}>
        <Form<Values>
          schema={LooksForm}
          start={{
            ...rest,
            kind: kind as PaperKind,
            size: size as 'A4' | 'A5',
            header: header ?? '',
            footer: footer ?? '',
            signatures: signatures.map(({ title, name }) => (name ? `${title}: ${name}` : title)).join('\n'),
            baseVersion: version,
          }}
          save={send}
          draft={{ id: kind }}
        >
          {!isCard && (
            <>
              <ChoiceField
                name="size"
                label="papers.field.size"
                items={paperSizes.map((value) => ({ value, label: value }))}
              />
              <LinesField name="header" label="papers.field.header" hint="papers.field.headerHint" />
            </>
          )}
          <LinesField name="footer" label="papers.field.footer" />
          {!isCard && (
            <LinesField name="signatures" label="papers.field.signatures" hint="papers.field.signaturesHint" />
          )}
          <CheckField name="showsPhoto" label="papers.field.showsPhoto" />
          {!isCard && <CheckField name="showsRecord" label="papers.field.showsRecord" />}
          {kind === 'termCard' && (
            <>
              <CheckField name="showsAttendance" label="papers.field.showsAttendance" />
              <CheckField name="showsRank" label="papers.field.showsRank" />
            </>
          )}
          <CheckField name="easternDigits" label="papers.field.easternDigits" />
        </Form>
      </Typed>
    </Card>
  )
}

const signaturesIn = (lines: string) =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [title = '', ...name] = line.split(/\s*[::]\s*/)
      return { title, ...(name.length > 0 && { name: name.join(' ') }) }
    })
