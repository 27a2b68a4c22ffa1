import type { PaperFacts } from '#contract/results/papers/content.ts'
import { ColumnHead, Figure, LineHead, Word } from './SheetParts.tsx'

const offices = ['library', 'books', 'devices', 'labs', 'accounts']

/** What each office writes by hand: returned or not, and who says so. What is owed to the accounts is known where the school has fees. */
export const Clearance = ({ accounts }: Pick<PaperFacts, 'accounts'>) => (
  <table className="paper-table paper-offices">
    <thead>
      <tr>
        {['office', 'returned', 'owed', 'signed'].map((column) => (
          <ColumnHead key={column} of={column} />
        ))}
      </tr>
    </thead>
    <tbody>
      {offices.map((office) => (
        <tr key={office}>
          <LineHead>
            <Word of={`offices.${office}`} />
          </LineHead>
          <td>
            <span className="paper-tick" />
            &nbsp;
          </td>
          <td>
            {office === 'accounts' && accounts ? (
              <>
                <Figure>{accounts.owed}</Figure> {accounts.currency}
              </>
            ) : (
              <>&nbsp;</>
            )}
          </td>
          <td>&nbsp;</td>
        </tr>
      ))}
    </tbody>
  </table>
)
