import type { ReactNode } from 'react'

/** A table on paper with a line around each cell. `children`: its rows, of `RuledCell`s. */
export const RuledTable = ({ heads, children }: { heads: string[]; children: ReactNode }) => (
  <table className="w-full border-collapse text-start">
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col" className="border border-line px-2 py-1 text-start font-medium">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

export const RuledCell = ({ children }: { children: ReactNode }) => (
  <td className="border border-line px-2 py-1 align-top [overflow-wrap:anywhere]">{children}</td>
)
