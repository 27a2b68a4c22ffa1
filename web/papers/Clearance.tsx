import { Word } from './SheetParts.tsx'

const offices = ['library', 'books', 'devices', 'labs', 'accounts']

/** What each office writes by hand: returned or not, and who says so. */
export const Clearance = () => (
  <table className="paper-table paper-offices">
    <thead>
      <tr>
        {['office', 'returned', 'owed', 'signed'].map((column) => (
          <th key={column} scope="col">
            <Word of={column} />
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {offices.map((office) => (
        <tr key={office}>
          <th scope="row" className="paper-name">
            <Word of={`offices.${office}`} />
          </th>
          <td>
            <span className="paper-tick" />
            &nbsp;
          </td>
          <td>&nbsp;</td>
          <td>&nbsp;</td>
        </tr>
      ))}
    </tbody>
  </table>
)
