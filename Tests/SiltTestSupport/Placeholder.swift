// Placeholder of the skeleton.
