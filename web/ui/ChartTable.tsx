import { Digits } from './Bdi.tsx'

/**
 * The figures of a chart for screen readers. In a box, because a table becomes as wide as its cells. The first row contains the headings,
 * the first cell of each row its name.
 */
export function ChartTable({ label, rows: [head, ...rows] }: { label: string; rows: string[][] }) {
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            {head!.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, nth) => (
                <td key={head![nth + 1]}>
                  <Digits>{cell || '–'}</Digits>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
