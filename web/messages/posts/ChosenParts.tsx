import { X } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import type { ChosenAudience } from './audience.ts'

type Props = {
  chosen: ChosenAudience
  names: Record<'grades' | 'classes', ReadonlyMap<string, string>>
  onChange: (chosen: ChosenAudience) => void
}

/** What is chosen of an audience, whichever list is open below: a press takes a part away. */
export function ChosenParts({ chosen, names, onChange }: Props) {
  const { t } = useTranslation()
  const ofSets = (['grades', 'classes'] as const).flatMap((kind) =>
    [...chosen[kind]].map((id) => ({
      id,
      name: names[kind].get(id) ?? '…',
      without: { ...chosen, [kind]: new Set([...chosen[kind]].filter((other) => other !== id)) },
    })),
  )
  const parts = [
    ...(['school', 'staff'] as const).flatMap((part) =>
      chosen[part] ? [{ id: part, name: t(`posts.to.${part}`), without: { ...chosen, [part]: false } }] : [],
    ),
    ...ofSets,
    ...[...chosen.students].map(([id, name]) => ({
      id,
      name,
      without: { ...chosen, students: new Map([...chosen.students].filter(([other]) => other !== id)) },
    })),
  ]
  if (parts.length === 0) return null
  return (
    <ul aria-label={t('posts.toWhom')} className="flex flex-wrap gap-2">
      {parts.map(({ id, name, without }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onChange(without)}
            title={`${t('posts.takeAway')}: ${name}`}
            className="inline-flex min-h-11 items-center gap-2 rounded-full bg-soft px-4 text-sm font-medium whitespace-nowrap text-primary hover:opacity-90"
          >
            <Bdi>{name}</Bdi>
            <X className="size-4 shrink-0" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
