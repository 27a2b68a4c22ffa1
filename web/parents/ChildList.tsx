import type { OutputOf } from '#contract/language/operation.ts'
import type { parents } from '#contract/parents/parents.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { relationName } from '#web/lib/reference.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { Card, CardGrid } from '#web/ui/Card.tsx'
import { Avatar } from '#web/ui/Picture.tsx'

export type Child = OutputOf<typeof parents.children>[number]

type Props = { childrenOfMine: Child[]; className?: string }

/** A parent's children as cards: picture or initials, name, relation, class and school. */
export function ChildList({ childrenOfMine, className }: Props) {
  const { t } = useTranslation()
  return (
    <CardGrid className={className}>
      {childrenOfMine.map((child) => (
        <li key={child.studentId}>
          <Card className="flex h-full flex-col gap-4">
            <div className="flex items-center gap-4">
              <Avatar names={child.studentName.split(' ')} src={child.imageUrl} className="size-14 text-lg" />
              <div className="min-w-0">
                <h2 className="text-lg [overflow-wrap:anywhere]">
                  <Bdi>{child.studentName}</Bdi>
                </h2>
                <p className="text-sm text-muted">{relationName(t, child.relationName)}</p>
              </div>
            </div>
            <p className="text-sm text-muted">
              <Bdi>{child.classRoomName}</Bdi> · <Bdi>{child.schoolName}</Bdi>
            </p>
            <div className="mt-auto flex flex-wrap gap-2">
              <LinkButton
                tone="primary"
                to={paths.child(child.studentId)}
                state={{ studentId: child.studentId }}
                aria-label={`${t('children.more')}: ${child.studentName}`}
              >
                {t('children.more')}
              </LinkButton>
              {tableLinks.map(({ to, className: shown }) => (
                <LinkButton
                  key={shown}
                  className={shown}
                  to={to(child.studentId)}
                  state={{ studentId: child.studentId }}
                  aria-label={`${t('children.table')}: ${child.studentName}`}
                >
                  {t('children.table')}
                </LinkButton>
              ))}
            </div>
          </Card>
        </li>
      ))}
    </CardGrid>
  )
}

/** On a wide screen the table opens beside the children, on a narrow one as a page of its own (product.md §2.1). */
const tableLinks = [
  { to: paths.table, className: 'md:hidden' },
  { to: paths.myChildrenTable, className: 'max-md:hidden' },
]
