import { memo } from 'react'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { DateInput } from '#web/ui/DateInput.tsx'
import { cx } from '#web/ui/cx.ts'
import { type Field, isWide, itemsNamed } from './fields.ts'
import type { DraftLine } from './lines.ts'

type Props = {
  of: string
  number: number
  line: DraftLine
  fields: Field[]
  onWrite: (key: number, name: string, value: string) => void
  /** Called when cells of a spreadsheet are pasted into a cell. */
  onPaste: (key: number, name: string, text: string) => void
}

/** One of several rows to be added: a cell for each field, side by side if there is space. */
export const LineCells = memo(
  function LineCells({ of, number, line, fields, onWrite, onPaste }: Props) {
    const { t } = useTranslation()
    const whole = line.errors['']
    return (
      <li
        aria-label={t('settings.line', { number })}
        className={cx(
          'lazy-paint rounded-card border bg-surface p-3 @3xl:px-4',
          whole ? 'border-danger' : 'border-line',
        )}
      >
        <div
          className={cx(
            'grid grid-cols-2 items-start gap-3',
            fields.length > 3 ? '@3xl:grid-cols-3 @5xl:auto-cols-fr @5xl:grid-flow-col @5xl:grid-cols-none' : beside,
          )}
        >
          {fields.map((field) => (
            <Cell
              key={field.name}
              id={`${of}-${line.key}-${field.name}`}
              label={t(`settings.${of}.${field.name}`)}
              field={field}
              wide={isWide(field)}
              value={line.values[field.name] ?? ''}
              error={line.errors[field.name]}
              onWrite={(value) => onWrite(line.key, field.name, value)}
              onPaste={(text) => onPaste(line.key, field.name, text)}
            />
          ))}
        </div>
        {whole && <p className="mt-2 text-sm text-danger">{translated(whole)}</p>}
      </li>
    )
  },
  (before, now) => before.line === now.line && before.fields === now.fields && before.number === now.number,
)

const beside = '@3xl:auto-cols-fr @3xl:grid-flow-col @3xl:grid-cols-none'

type CellProps = {
  id: string
  label: string
  field: Field
  wide: boolean
  value: string
  error: string | undefined
  onWrite: (value: string) => void
  onPaste: (text: string) => void
}

function Cell({ id, label, field: { kind, items = [], none }, wide, value, error, onWrite, onPaste }: CellProps) {
  const { t } = useTranslation()
  const common = {
    id,
    value,
    'aria-invalid': error !== undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
    className: cx(
      'min-h-11 w-full min-w-0 scroll-mb-36 rounded-field border bg-surface px-3 py-1.5',
      error ? 'border-danger' : 'border-line',
    ),
    onPaste: (event: React.ClipboardEvent) => {
      const text = event.clipboardData.getData('text/plain')
      if (!/[\t\n]/.test(text.trim())) return
      event.preventDefault()
      onPaste(text)
    },
  }
  const isUnknown = kind === 'choice' && value !== '' && !items.some((item) => item.value === value)
  const unknown = isUnknown && t(itemsNamed(items, value).length > 1 ? 'settings.severalNamed' : 'noItemFound')
  return (
    <div className={cx('min-w-0', wide && 'col-span-2 @3xl:col-span-1')}>
      <label htmlFor={id} className="mb-1 block text-sm text-muted">
        {label}
      </label>
      {kind === 'choice' && (
        <select {...common} onChange={({ target }) => onWrite(target.value)}>
          <option value="">{none ? t(none) : t('selectItem')}</option>
          {isUnknown && <option value={value}>{value}</option>}
          {items.map((item) => (
            <option key={item.value} value={item.value}>
              {item.label}
            </option>
          ))}
        </select>
      )}
      {kind === 'day' && <DateInput {...common} onChange={onWrite} />}
      {kind !== 'choice' && kind !== 'day' && (
        <input
          {...common}
          type="text"
          dir={kind === 'number' || kind === 'link' ? 'ltr' : 'auto'}
          {...(kind === 'number' && { inputMode: 'decimal' })}
          onChange={({ target }) => onWrite(target.value)}
        />
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger">
          {unknown || translated(error)}
        </p>
      )}
    </div>
  )
}
