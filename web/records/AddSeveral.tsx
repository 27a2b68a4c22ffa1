import { ArrowLeft, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ZodMiniType } from 'zod/mini'
import type { Operation } from '#contract/language/operation.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { refusedFields, sentenceFrom } from '#web/lib/refusal.ts'
import { AskIfTyped } from '#web/ui/AskBeforeLeaving.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useDiscarding, useEditorDraft, useKeeping } from '#web/ui/editor-draft.ts'
import { idsIn } from '#web/ui/form-draft.ts'
import { Restored } from '#web/ui/Restored.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { useChange } from './change.ts'
import type { Field, Values } from './fields.ts'
import { LineCells } from './LineCells.tsx'
import {
  checked,
  following,
  isBlank,
  type DraftLine,
  lineAfter,
  mostLines,
  pasted,
  refused,
  withValue,
} from './lines.ts'

type Props = {
  /** Its texts are `settings.<of>.*`. */
  of: string
  fields: Field[]
  /** The contract's schema of one new row. */
  schema: ZodMiniType
  /** Sent with every row in addition to the fields, such as the school's id. */
  start: Values
  add: Operation
  onClose: () => void
}

/**
 * Adds several rows at once, typed or pasted from a spreadsheet. Every line is validated before anything is sent. Either all rows are
 * stored or none, and each invalid line says why.
 */
export function AddSeveral({ of, fields, schema, start, add, onClose }: Props) {
  const { t } = useTranslation()
  const change = useChange(add)
  const draft = useEditorDraft<DraftLine[]>(`several ${of} ${idsIn(start).join()}`)
  const [lines, setLines] = useState<DraftLine[]>(() => draft.restored ?? firstLines(fields, start))
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  const [isStored, setStored] = useState(false)
  const filled = lines.filter((line) => !isBlank(line, fields))
  useKeeping(draft, filled.length > 0 && !isStored ? lines : null)
  const discard = useDiscarding(draft, () => setLines(firstLines(fields, start)))
  const wrong = lines.filter(({ errors }) => Object.keys(errors).length > 0).length
  const labels = fields.map(({ name }) => t(`settings.${of}.${name}`))

  const write = useCallback(
    (key: number, name: string, value: string) => {
      setLines((now) => following(now, withValue(now, key, name, value), { key, name, fields }))
    },
    [fields],
  )
  const paste = (key: number, name: string, text: string) =>
    setLines((now) => pasted(now, { key, name, text, fields, labels }))

  async function send() {
    const read = checked(lines, fields, schema, start)
    setLines(read)
    setProblem('')
    if (read.some(({ errors }) => Object.keys(errors).length > 0)) return focusFirstWrong()
    setSending(true)
    try {
      await change({ items: filled.map(({ values }) => ({ ...start, ...values })) })
      draft.drop()
      toast({ title: t('settings.addedSeveral', { count: filled.length }) })
      flushSync(() => setStored(true)) // before leaving, which would ask as long as something is typed
      onClose()
    } catch (error) {
      setLines(refused(read, fields, refusedFields(error)))
      setProblem(sentenceFrom(error))
      toastRefusal(error)
      focusFirstWrong()
    } finally {
      setSending(false)
    }
  }

  return (
    <Screen
      title={`${t(`settings.${of}.title`)}: ${t('settings.addSeveral')}`}
      lead={t('settings.pasteHint', { columns: labels.join(t('common.comma')) })}
      tools={
        <Button icon={<ArrowLeft className="mirror-rtl size-5" aria-hidden="true" />} onClick={onClose}>
          {t('common.back')}
        </Button>
      }
    >
      <AskIfTyped isTyped={!isStored && filled.length > 0} />
      <form
        noValidate
        className="@container"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {draft.restored && filled.length > 0 && (
          <div className="mb-4">
            <Restored onDiscard={discard} />
          </div>
        )}
        <ol className="space-y-3">
          {lines.map((line, i) => (
            <LineCells
              key={line.key}
              of={of}
              number={i + 1}
              line={line}
              fields={fields}
              onWrite={write}
              onPaste={paste}
            />
          ))}
        </ol>
        {lines.length < mostLines && (
          <Button
            tone="quiet"
            className="mt-3"
            icon={<Plus className="size-5" aria-hidden="true" />}
            onClick={() => setLines([...lines, lineAfter(lines.at(-1), fields)])}
          >
            {t('settings.addLine')}
          </Button>
        )}
        <div className="sticky bottom-0 z-10 -mx-4 mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-bg px-4 py-3 md:mx-0">
          <p role="status" className={wrong > 0 ? 'font-medium text-danger' : 'text-sm text-muted'}>
            {wrong > 0
              ? [problem, t('settings.wrongLines', { count: wrong })].filter(Boolean).join(' · ')
              : problem || t('settings.filledLines', { count: filled.length })}
          </p>
          <Button type="submit" tone="primary" disabled={sending || filled.length === 0} className="max-md:flex-1">
            {sending ? t('common.submitting') : t('settings.addAll')}
          </Button>
        </div>
      </form>
    </Screen>
  )
}

function firstLines(fields: Field[], start: Values): DraftLine[] {
  const first = lineAfter(undefined, fields, start)
  const second = lineAfter(first, fields)
  return [first, second, lineAfter(second, fields)]
}

const focusFirstWrong = () =>
  setTimeout(() => document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus(), 0)
