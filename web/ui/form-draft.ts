import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { isId } from '#web/lib/paths.ts'
import { keepTyped, type TypedDraft } from '#web/lib/typed-drafts.ts'
import { forgetDraft, personId, useDiscardable, usePlace } from './drafts.ts'

export const keepDraft = (place: string, draft: Omit<TypedDraft, 'at'>) => keepTyped(personId(), place, draft)

/** State of a form outside its fields, such as chosen people, as JSON. */
export type Also = { value: unknown; start: unknown; put: (value: unknown) => void }

type FormDraft<T extends FieldValues> = {
  start: DefaultValues<T>
  /** False for a search, which keeps nothing. */
  draft: DraftOfForm | false | undefined
  also: Also | undefined
  element: { current: HTMLFormElement | null }
}

export type DraftOfForm = {
  /** What tells this form from others at the same place; by default the names of its fields and the ids among its values. */
  id: string
  /** What the form is about as it was when typing began, such as the stored row. */
  about?: unknown
  onDiscard?: () => void
}

export type KeptWithDraft = { about?: unknown; chosen?: unknown }

const nothingNamed: DraftOfForm = { id: '' }

const nothingTyped = JSON.stringify([{}, undefined])

/**
 * Keeps what is typed in a form, and puts it back into the same form when it is opened again. Forms with a password or a code keep
 * nothing.
 */
export function useFormDraft<T extends FieldValues>(
  form: UseFormReturn<T>,
  { start, also, element, ...props }: FormDraft<T>,
) {
  const { id, about, onDiscard } = props.draft || nothingNamed
  const keeps = props.draft !== false
  const found = usePlace(id || `${Object.keys(start).join()} ${idsIn(start).join()}`)
  const { place } = found
  const draft = keeps ? found.draft : null
  const [restored, setRestored] = useState(draft)
  const last = useRef('')

  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(draft?.values ?? {}))
      form.setValue(name as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true })
    const chosen = (draft?.more as KeptWithDraft | undefined)?.chosen
    if (chosen !== undefined) also?.put(chosen)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the form is opened
  }, [])

  const typedNow = () => {
    const now = form.getValues()
    const names = Object.keys(now).filter((name) => !isSame(now[name], start[name]) && !(now[name] instanceof Blob))
    const of = (values: FieldValues) => Object.fromEntries(names.map((name) => [name, values[name] ?? '']))
    const chosen = also && !isSame(also.value, also.start) ? also.value : undefined
    return { values: of(now), before: of(start), chosen }
  }
  const keep = useEffectEvent(() => {
    const { chosen, ...typed } = typedNow()
    const written = JSON.stringify([typed.values, chosen])
    // The form reports more than changes of values.
    if (!keeps || written === last.current || element.current?.querySelector(secret)) return
    last.current = written
    if (written === nothingTyped) return forgetDraft(place)
    keepDraft(place, { ...typed, more: { about, chosen } satisfies KeptWithDraft })
  })
  const begin = useEffectEvent(() => {
    const { values, chosen } = typedNow()
    last.current = JSON.stringify([values, chosen])
  })
  useEffect(() => {
    begin()
    return form.subscribe({ formState: { values: true }, callback: () => keep() })
  }, [form])
  const chosenNow = also && JSON.stringify(also.value)
  useEffect(() => keep(), [chosenNow])

  const discard = () => {
    forgetDraft(place)
    form.reset(start as T)
    also?.put(also.start)
    setRestored(null)
    onDiscard?.()
  }
  useDiscardable(place, discard)

  return {
    restored,
    /** Whether somebody else has changed the same fields since they were typed in. */
    isOver: restored !== null && Object.entries(restored.before).some(([name, was]) => !isSame(was, start[name])),
    discard,
    stored: () => {
      forgetDraft(place)
      setRestored(null)
    },
  }
}

/** Fields whose values are never kept. */
const secret = '[type=password], [autocomplete$=password], [autocomplete=one-time-code]'

/** The ids among the values: they tell the form of one record from that of another. */
export const idsIn = (start: object) => Object.values(start).filter((value) => typeof value === 'string' && isId(value))

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? '') === JSON.stringify(other ?? '')
