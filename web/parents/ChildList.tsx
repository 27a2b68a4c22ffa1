import type { OutputOf } from '#contract/operation.ts'
import type { parents } from '#contract/parents.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { relationName } from '#web/lib/reference.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { Card, CardGrid } from '#web/ui/Card.tsx'
import { Avatar } from '#web/ui/Picture.tsx'

export type Child = OutputOf<typeof parents.children>[number]

/** A parent's children as cards: picture or initials, name, relation, class and school. */
export function ChildList({ childrenOfMine }: { childrenOfMine: Child[] }) {
  const { t } = useTranslation()
  return (
    <CardGrid>
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
            <LinkButton
              tone="primary"
              className="mt-auto self-start"
              to={paths.child(child.studentId)}
              state={{ studentId: child.studentId }}
              aria-label={`${t('children.more')}: ${child.studentName}`}
            >
              {t('children.more')}
            </LinkButton>
          </Card>
        </li>
      ))}
    </CardGrid>
  )
}
