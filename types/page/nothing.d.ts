// Stands for the types of packages that the page does not use itself and that bring Node's types along.
export {}
