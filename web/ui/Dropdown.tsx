import { Command } from 'cmdk'
import { Check, ChevronsUpDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type Ref, useId, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { fold } from '#web/lib/text.ts'
import { cx } from './cx.ts'

export type Item = { value: string; label: string }

type Props = {
  items: Item[]
  /** The accessible name of the choice; already translated. */
  label: string
  /** Shown while nothing is chosen; already translated. */
  placeholder?: string
  /** Shown in place of the chosen items, left to right; its look is that of `className` alone. */
  shown?: string
  /** As wide as its container instead of 200 px. */
  wide?: boolean
  /** A pill as wide as its text, filled once something is chosen. */
  chip?: boolean
  startOpen?: boolean
  /** Its items are texts of the product, not names. */
  words?: boolean
  className?: string
  /** In a form: the button that gets the focus, whether its choice was refused, and the id of the error text. */
  ref?: Ref<HTMLButtonElement>
  invalid?: boolean
  describedBy?: string | undefined
} & (
  | { multiple?: false; value: string | null; onChange: (value: string) => void }
  | { multiple: true; value: readonly string[]; onChange: (value: string[]) => void }
)

const lookOf = ({ chip, wide, invalid }: Props, hasChosen: boolean) =>
  cx(
    'flex min-h-11 items-center justify-between gap-2 border px-4 py-2 text-start',
    chip ? 'max-w-72 shrink-0 rounded-full' : 'rounded-field',
    chip && hasChosen ? 'bg-soft font-medium text-primary' : 'bg-surface',
    invalid ? 'border-danger' : 'border-line',
    !chip && (wide ? 'w-full' : 'w-[200px] max-w-full'),
  )

function chosenIn(props: Props) {
  if (props.multiple) return props.value
  return props.value === null ? [] : [props.value]
}

/** A searchable choice. One choice closes it. With `multiple` it stays open, and a second click undoes a choice. */
export function Dropdown(props: Props) {
  const {
    items,
    label,
    placeholder,
    shown: inPlace,
    wide,
    chip,
    startOpen = false,
    words: isWords = false,
    className,
    ref,
    invalid = false,
    describedBy,
  } = props
  const { t } = useTranslation()
  const [open, setOpen] = useState(startOpen)
  const list = useId()
  const chosen = new Set(chosenIn(props))
  const shown = items.filter(({ value }) => chosen.has(value)).map((item) => item.label)

  function choose(value: string) {
    if (props.multiple) return props.onChange(toggled(props.value, value))
    props.onChange(value)
    setOpen(false)
  }

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        ref={ref}
        role="combobox"
        aria-invalid={invalid}
        aria-describedby={describedBy}
        aria-expanded={open}
        aria-controls={list}
        aria-label={[label, ...shown].join(': ')}
        className={inPlace === undefined ? cx(lookOf(props, shown.length > 0), className) : className}
      >
        {inPlace === undefined ? (
          <>
            <bdi
              className={cx(
                wide && !chip ? 'min-w-0 [overflow-wrap:anywhere]' : 'truncate',
                isWords && 'capital',
                !chip && shown.length === 0 && 'text-muted',
              )}
            >
              {shown.length > 0 ? shown.join(t('common.comma')) : (placeholder ?? t('selectItem'))}
            </bdi>
            <ChevronsUpDown className="size-4 shrink-0 text-muted" aria-hidden="true" />
          </>
        ) : (
          <bdi dir="ltr" className="tabular-nums">
            {inPlace}
          </bdi>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={label}
          className="enter z-60 w-[max(200px,var(--radix-popover-trigger-width))] overflow-hidden rounded-card border border-line bg-surface shadow-lg shadow-black/10"
        >
          <Choices {...{ items, label, list, isWords, chosen }} onChoose={choose} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

type ChoicesProps = {
  items: Props['items']
  label: string
  /** The id of the list. */
  list: string
  isWords: boolean
  chosen: ReadonlySet<string>
  onChoose: (value: string) => void
}

function Choices({ items, label, list, isWords, chosen, onChoose }: ChoicesProps) {
  const { t } = useTranslation()
  return (
    <Command label={label} filter={(_, search, words) => (fold(words?.join(' ') ?? '').includes(fold(search)) ? 1 : 0)}>
      <Command.Input
        placeholder={t('search')}
        className="min-h-11 w-full border-b border-line bg-transparent px-4 outline-none! placeholder:text-muted focus-visible:border-accent"
      />
      <Command.List id={list} label={label} className="max-h-72 overflow-y-auto p-2">
        {items.map((item) => (
          <Command.Item
            key={item.value}
            value={item.value}
            keywords={[item.label]}
            onSelect={() => onChoose(item.value)}
            className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-field px-3 py-2 data-[selected=true]:bg-soft"
          >
            <bdi className={cx('min-w-0 [overflow-wrap:anywhere]', isWords && 'capital')}>{item.label}</bdi>
            {chosen.has(item.value) && (
              <Check className="size-4 shrink-0 text-primary" aria-label={t('common.chosen')} />
            )}
          </Command.Item>
        ))}
      </Command.List>
      <Command.Empty className="px-4 py-5 text-center text-muted">{t('noItemFound')}</Command.Empty>
    </Command>
  )
}

const toggled = (values: readonly string[], value: string) =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
