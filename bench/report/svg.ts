/** What the pictures share: a card with a title, readable on a light and on a dark page. */

const STYLE = `
    .card { fill: #ffffff; stroke: #d0d7de; }
    text { font: 12.5px ui-sans-serif, system-ui, "Segoe UI", Helvetica, Arial, "DejaVu Sans", sans-serif; fill: #1f2328; }
    .title { font-size: 17px; font-weight: 600; }
    .head { font-weight: 600; }
    .soft { fill: #59636e; }
    .end { text-anchor: end; }
    .mid { text-anchor: middle; }
    .grid { stroke: #d1d9e0; stroke-width: 1; }
    .one { stroke: #59636e; stroke-width: 1.5; stroke-dasharray: 4 3; }
    .allowed { fill: #1a7f6414; }
    .bar { stroke: #1a7f64; stroke-width: 1.5; }
    .met { fill: #1a7f64; stroke: #1a7f64; }
    .missed { fill: #c4432b; stroke: #c4432b; }
    .free { fill: #6e7781; stroke: #6e7781; }
    .curve { fill: none; stroke: #2f6fd0; stroke-width: 1.6; stroke-linejoin: round; }
    .begin { fill: #59636e14; }
    .figure { font-weight: 600; font-variant-numeric: tabular-nums; }
    text.missed { stroke: none; }
    @media (prefers-color-scheme: dark) {
      .card { fill: #0d1117; stroke: #3d444d; }
      text { fill: #f0f6fc; }
      .soft { fill: #9198a1; }
      .grid { stroke: #2a313c; }
      .one { stroke: #9198a1; }
      .allowed { fill: #3fb99726; }
      .bar { stroke: #3fb997; }
      .met { fill: #3fb997; stroke: #3fb997; }
      .missed { fill: #ff8c69; stroke: #ff8c69; }
      .free { fill: #9198a1; stroke: #9198a1; }
      .curve { stroke: #6cb6ff; }
      .begin { fill: #9198a11f; }
    }`;

export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

export type Picture = {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly parts: readonly string[];
};

export function svgOf({ width, height, title, parts }: Picture): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
  <title>nacre: ${escaped(title)}</title>
  <style>${STYLE}
  </style>
  <rect class="card" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
  <text class="title" x="20" y="34">${escaped(title)}</text>
  ${parts.join("\n  ")}
</svg>
`;
}
