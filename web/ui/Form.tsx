import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, FormProvider, useForm } from 'react-hook-form'
import type { TextValues } from '#web/lib/texts.ts'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import type { ZodMiniType } from 'zod/mini'
import { refusedFields, sentenceFrom } from '#web/lib/refusal.ts'
import { resolverOf, undrawnErrors } from '#web/lib/resolver.ts'
import { isolated } from './Bdi.tsx'
import { Button, type Tone } from './Button.tsx'
import { type Also, type DraftOfForm, useFormDraft } from './form-draft.ts'
import { Restored } from './Restored.tsx'
import { hush, toastRefusal } from './toast.ts'
import { Typed } from './typed.ts'

type Props<T extends FieldValues> = {
  schema: ZodMiniType
  start: DefaultValues<T>
  /** Throws a refusal of the server; the form then shows it and stays. Returns false if it only asked a question. */
  save: (values: T) => Promise<unknown>
  /** The key of the submit button's text. */
  submit?: string
  /** Shown next to the submit button, such as `<DialogCancel />`. */
  beside?: ReactNode
  wide?: boolean
  /** Of the submit button, where another form has the primary one of the screen. */
  tone?: Tone
  /** A refusal is shown only in the form, without a toast (product.md §8, create password). */
  quiet?: boolean
  /** Whether something outside the form's fields was chosen, which would be lost like typed text. */
  chosen?: boolean
  /** The same as a value, which is kept and put back with the fields. */
  also?: Also
  /** How what is typed is kept; false for a search, of which nothing is kept. */
  draft?: DraftOfForm | false
  /** Whether something that belongs to it, such as a file, is still being sent. */
  waits?: boolean
  children: ReactNode
}

/** What is wrong with fields that the form does not show. */
const refusalOf = (undrawn: ReturnType<typeof undrawnErrors>, t: (key: string, values: TextValues) => string) =>
  undrawn
    .map(([field, sentence]) => `${t('form.notShown', { field: isolated(field) })} ${translated(sentence)}`)
    .join(' ')

/** Checked on submit, then on each change. The first wrong field gets the focus. A refusal is shown above the button. */
export function Form<T extends FieldValues>({
  schema,
  start,
  save,
  submit,
  beside,
  wide,
  tone = 'primary',
  quiet,
  chosen: isChosen = false,
  also,
  draft,
  waits = false,
  children,
}: Props<T>) {
  const { t } = useTranslation()
  const form = useForm<T>({ resolver: resolverOf<T>(schema), defaultValues: start })
  const element = useRef<HTMLFormElement>(null)
  const { restored, isOver, discard, stored } = useFormDraft(form, { start, also, draft, element })
  const chosen = isChosen || (also !== undefined && JSON.stringify(also.value) !== JSON.stringify(also.start))
  const { errors, isSubmitting, isDirty } = form.formState
  const refused = errors.root?.message ?? refusalOf(undrawnErrors(errors), t)
  const setTyped = useContext(Typed)
  const [hasInput, setHasInput] = useState(false)
  // A day chosen in the calendar, or a choice from a list, causes no input event of the browser.
  useEffect(() => {
    if (isDirty || chosen) setTyped?.('some')
  }, [isDirty, chosen, setTyped])

  async function send(values: T) {
    hush()
    setTyped?.('sent')
    try {
      if ((await save(values)) === false) return setTyped?.('some')
      stored()
      setHasInput(false)
      setTyped?.('none')
    } catch (error) {
      setTyped?.(isDirty || chosen || hasInput ? 'some' : 'none')
      for (const [field, sentence] of refusedFields(error))
        if (field in start) form.setError(field as never, { message: sentence })
      form.setError('root', { message: sentenceFrom(error) })
      if (!quiet) toastRefusal(error)
    }
  }

  return (
    <FormProvider {...form}>
      <form
        ref={element}
        noValidate
        onSubmit={form.handleSubmit(send)}
        onInput={() => {
          setHasInput(true)
          setTyped?.('some')
        }}
        className="space-y-5"
      >
        {restored && (
          <Restored
            isOver={isOver}
            onDiscard={() => {
              discard()
              setHasInput(false)
              setTyped?.('none')
            }}
          />
        )}
        {children}
        {refused && <Refusal>{refused}</Refusal>}
        <div data-form-end className="flex flex-wrap justify-end gap-3">
          {beside}
          <Button type="submit" tone={tone} disabled={isSubmitting || waits} wide={wide ?? false}>
            {isSubmitting ? t('common.submitting') : t(submit ?? 'common.save')}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

const Refusal = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="rounded-field bg-danger-soft px-4 py-3 text-danger">
    {children}
  </p>
)
