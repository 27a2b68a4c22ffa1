import { useId, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import type { Draft, Person, RegisterLine } from './register.ts'
import { absentAt, rollNumbers } from './roll-numbers.ts'

type Props = {
  draft: Draft
  everybody: readonly Person[]
  lines: ReadonlyMap<string, RegisterLine>
  onAbsent: (draft: Draft) => void
}

/** Marks the absent by their numbers in the list: "3 7 12" and Enter. A number that nobody has changes nothing. */
export function RollNumbers({ draft, everybody, lines, onAbsent }: Props) {
  const { t } = useTranslation()
  const last = everybody.length
  const id = useId()
  const [text, setText] = useState('')
  const [unknown, setUnknown] = useState('')
  return (
    <form
      className="mb-2 flex flex-wrap items-center gap-3 text-sm"
      onSubmit={(event) => {
        event.preventDefault()
        const read = rollNumbers(text, last)
        setUnknown(read.unknown.join(' '))
        if (read.unknown.length > 0 || read.places.length === 0) return
        onAbsent(absentAt(draft, read.places, everybody, lines))
        setText('')
      }}
    >
      <label htmlFor={id}>{t('roll.absent')}</label>
      <input
        id={id}
        dir="ltr"
        autoComplete="off"
        placeholder="3 7 12"
        value={text}
        aria-invalid={unknown !== ''}
        aria-describedby={`${id}-said`}
        onChange={({ target }) => {
          setText(target.value)
          setUnknown('')
        }}
        className="min-h-11 w-48 rounded-field border border-line bg-surface px-3"
      />
      <span id={`${id}-said`} role="status" className={unknown ? 'text-danger' : 'text-muted'}>
        {unknown ? t('roll.unknown', { numbers: unknown, last }) : t('roll.enter')}
      </span>
    </form>
  )
}
