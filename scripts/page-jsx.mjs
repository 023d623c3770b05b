// What the page's JSX becomes calls of.
export { Fragment, h } from "preact";
