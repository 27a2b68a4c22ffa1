import { type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import type { Operation } from '#contract/language/operation.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { AskWhileTyped } from '#web/ui/AskWhileTyped.tsx'
import { forgetDraft, usePlace } from '#web/ui/drafts.ts'
import { type Also, idsIn, type KeptWithDraft } from '#web/ui/form-draft.ts'
import { Form } from '#web/ui/Form.tsx'
import { FormAtHand } from '#web/ui/FormAtHand.tsx'
import { toast } from '#web/ui/toast.ts'
import { TwoVersions } from '#web/ui/TwoVersions.tsx'
import { Typed } from '#web/ui/typed.ts'
import { currentOf, useChange } from './change.ts'
import { changed, contested, type Field, isWide, merged, shownValue, type Values, valuesOf } from './fields.ts'
import { Follower } from './Follower.tsx'
import { RecordField } from './RecordField.tsx'

export type Row = { id: string; version: number | null }

export type EditProps = {
  /** Its texts are `settings.<of>.*`. */
  of: string
  fields: Field[]
  /** The contract's schema of a new row; it also validates changes of an existing one. */
  schema: ZodMiniType
  /** Sent in addition to the fields, such as the school's id. It also has the initial values of a new row's fields. */
  start: Values
  /** The row to edit; null to add one. */
  row: Row | null
  add?: Operation
  update?: Operation
  onSaved?: (() => void) | undefined
  /** Shown next to the submit button. */
  beside?: ReactNode
  /** Makes the input from the values, if it has more than these. */
  sent?: (values: Record<string, unknown>) => Sent | Promise<Sent>
  /** Called when the person takes the stored version, so that other edited parts are discarded too. */
  onTheirs?: () => void
  /** The row with the values of the form's fields, if they differ from the row's own. */
  flat?: (row: Row) => Row
  /** What is chosen beside the fields and kept with them. */
  also?: Also
  /** Below the fields. */
  children?: ReactNode
}

type Sent = Record<string, unknown>

/** The form of one row, new or old. When the old one was changed meanwhile, both versions are shown and one is chosen. */
export function EditForm(props: EditProps) {
  const {
    of,
    fields,
    schema,
    start,
    row,
    add,
    update,
    onSaved,
    beside,
    sent = asTheyAre,
    onTheirs,
    flat = asItIs,
    also,
    children,
  } = props
  const { t } = useTranslation()
  const send = useChange((row ? update : add)!)
  const setTyped = useContext(Typed)
  const draftId = `${of} ${row?.id ?? `new ${idsIn(start).join()}`}`
  const { place, draft } = usePlace(draftId)
  // Typing goes on from the row with which it began, so that a change by others meanwhile is noticed when it is saved.
  const [base, setBase] = useState(
    () => (row && ((draft?.more as KeptWithDraft | undefined)?.about as Row | undefined)) || row,
  )
  const [saves, setSaves] = useState(0)
  const [conflict, setConflict] = useState<{ mine: Values; theirs: Row } | null>(null)
  const form = useRef<UseFormReturn<Values>>(null)
  const rest = useRef<Values>({})

  const valuesIn = (stored: Row | null): Values => ({
    ...blank(fields),
    ...start,
    ...(stored && valuesOf(fields, flat(stored))),
  })

  async function save(mine: Values, from = base): Promise<false | void> {
    setConflict(null)
    try {
      const stored = await send(
        await sent(from ? { ...changed(valuesIn(from), mine), id: from.id, baseVersion: from.version } : mine),
      )
      forgetDraft(place) // before the form begins anew with what is stored
      if (from) setBase(stored as Row)
      setSaves((count) => count + 1)
    } catch (error) {
      const theirs = from && update && (currentOf(update, error) as Row | null)
      if (!theirs) throw error
      const both = merged(valuesIn(from), mine, valuesIn(theirs))
      if (contested(valuesIn(from), both, valuesIn(theirs)).length === 0) return save(both, theirs)
      setConflict({ mine: both, theirs })
      return false
    }
    setTyped?.('none')
    toast({ title: t(from ? 'settings.saved' : 'settings.added') })
    onSaved?.()
  }

  /** What I changed in other fields than those of which the stored version is taken; it stays typed. */
  const others = ({ theirs }: { theirs: Row }) => {
    const both = merged(valuesIn(base), form.current!.getValues(), valuesIn(theirs))
    const taken = contested(valuesIn(base), both, valuesIn(theirs))
    return Object.fromEntries(Object.entries(changed(valuesIn(theirs), both)).filter(([name]) => !taken.includes(name)))
  }
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(rest.current)) form.current?.setValue(name, value, { shouldDirty: true })
    rest.current = {}
  }, [base])

  /** What is typed now, which may be more than when the versions were compared. */
  const keepMine = (theirs: Row) =>
    form.current!.handleSubmit((mine) => save(merged(valuesIn(base), mine, valuesIn(theirs)), theirs))()

  const fieldOf = (name: string) => fields.find((field) => field.name === name)!
  return (
    <>
      {conflict && (
        <TwoVersions
          differences={contested(valuesIn(base), conflict.mine, valuesIn(conflict.theirs)).map((name) => ({
            label: fieldOf(name).label ?? t(`settings.${of}.${name}`),
            mine: shownValue(fieldOf(name), conflict.mine[name] ?? ''),
            theirs: shownValue(fieldOf(name), valuesIn(conflict.theirs)[name] ?? ''),
          }))}
          onMine={() => keepMine(conflict.theirs)}
          onTheirs={() => {
            rest.current = others(conflict)
            forgetDraft(place)
            setBase(conflict.theirs)
            onTheirs?.()
            setConflict(null)
          }}
        />
      )}
      <Form<Values>
        key={`${base?.version} ${saves}`} // a save that changes nothing, such as a space, does not raise the version
        schema={schema}
        start={valuesIn(base)}
        save={(mine) => save(mine)}
        submit={base ? 'common.save' : 'settings.add'}
        beside={beside}
        draft={{ id: draftId, about: base, onDiscard: () => setBase(row) }}
        {...(also && { also })}
      >
        <div className="@container">
          <div className="grid gap-5 @md:grid-cols-2">
            {fields.map((field) => (
              <div key={field.name} className={isWide(field) ? '@md:col-span-2' : ''}>
                <RecordField of={of} field={field} />
              </div>
            ))}
          </div>
        </div>
        {fields.map(({ name, follows }) => follows && <Follower key={name} name={name} follows={follows} />)}
        {children}
        <FormAtHand<Values> ref={form} />
        <AskWhileTyped />
      </Form>
    </>
  )
}

const asTheyAre = (values: Record<string, unknown>) => values

const asItIs = (row: Row) => row

const blank = (fields: Field[]): Values => Object.fromEntries(fields.map(({ name }) => [name, '']))
