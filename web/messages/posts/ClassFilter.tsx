import { useSearchParams } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { idIn } from '#web/lib/paths.ts'
import { FilterChoice } from '#web/records/lazy-parts.tsx'
import { itemsOf } from '#web/ui/items.ts'

const every = 'every'

/** The class a list of announcements is narrowed to, as the address says it; null for all. */
export function useClassFilter() {
  const [address, setAddress] = useSearchParams()
  const narrow = (id: string | null) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('class')
        if (id) next.set('class', id)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return [idIn(address, 'class'), narrow] as const
}

type Props = {
  classes: readonly { id: string; name: string }[]
  value: string | null
  onChange: (id: string | null) => void
}

/** Narrows a list of announcements to what reaches the families of a class. */
export function ClassFilter({ classes, value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <FilterChoice
      chip
      label={t('posts.ofClass')}
      items={[{ value: every, label: t('posts.everyClass') }, ...itemsOf(classes)]}
      value={value}
      placeholder={t('posts.everyClass')}
      onChange={(id) => onChange(id === every ? null : id)}
    />
  )
}
