import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import type { Scheme } from './scheme-draft.ts'
import { useNameOf } from './words.ts'
import { WeightBar } from './WeightBar.tsx'

/** The parts of a scheme as a bar, with the percent of each and where it comes from. */
export function SchemeParts({ parts }: Pick<Scheme, 'parts'>) {
  const { t } = useTranslation()
  const nameOf = useNameOf()
  return (
    <>
      <WeightBar weights={parts.map(({ weight }) => weight)} />
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {parts.map((part) => (
          <li key={part.id}>
            <Bdi>{nameOf(part)}</Bdi> <Digits>{part.weight}%</Digits>{' '}
            <span className="text-muted">({t(`results.source.${part.source}`)})</span>
          </li>
        ))}
      </ul>
    </>
  )
}
